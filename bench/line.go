package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
)

// line is one figure. Its keys are the same for every workload.
type line struct {
	Engine   string  `json:"engine"`
	Store    string  `json:"store"`
	Workload string  `json:"workload"`
	Metric   string  `json:"metric"`
	Value    float64 `json:"value"`
	Unit     string  `json:"unit"`
	Limit    known   `json:"limit"` // in Unit
	Ratio    known   `json:"ratio"` // always Value over Limit
	Better   string  `json:"better"`
	P50      known   `json:"p50_ms"`
	P99      known   `json:"p99_ms"`
	N        int     `json:"n"` // items behind Value
	Seconds  float64 `json:"seconds"`
	CPU      known   `json:"cpu_s"` // of this process, user and system, in Seconds

	Per        string `json:"per"` // of what the following are, on average; empty: they are not known
	ProcessCPU known  `json:"process_cpu_us"`
	StoreCPU   known  `json:"database_cpu_us"`
	Commits    known  `json:"commits"`
	RoundTrips known  `json:"round_trips"`
	WAL        known  `json:"wal_bytes"`
}

// What is better of a figure.
const (
	higher = "higher"
	lower  = "lower"
)

// known is a number above zero, or, as zero, none: null in JSON.
type known float64

func (k known) MarshalJSON() ([]byte, error) {
	if k == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(float64(k))
}

// over sets what was counted and what it took.
func (l line) over(n int, m meter) line {
	l.N, l.Seconds, l.CPU = n, m.wall.Seconds(), known(m.cpu.Seconds())
	return l
}

// throughput sets what was counted and took that long, how many that are in a second,
// what single items took, and what one of them costs on average.
func (l line) throughput(item string, n int, m meter, each []time.Duration) line {
	l.Value, l.Better = float64(n)/m.wall.Seconds(), higher
	return l.costs(item, n, m).spread(each)
}

// costs sets what was counted and took that long, and what one of them costs on average.
func (l line) costs(item string, n int, m meter) line {
	of := func(total float64) known { return known(total / float64(n)) }
	l.Per, l.ProcessCPU, l.StoreCPU = item, of(m.cpu.Seconds()*1e6), of(m.traffic.cpu.Seconds()*1e6)
	l.Commits, l.RoundTrips, l.WAL = of(float64(m.traffic.commits)), of(float64(m.traffic.trips)), of(float64(m.traffic.wal))
	return l.over(n, m)
}

// spread sets the percentiles of what single items took.
func (l line) spread(each []time.Duration) line {
	l.P50, l.P99 = known(ms(percentile(each, 50))), known(ms(percentile(each, 99)))
	return l
}

// middle is the median of what single items took, in the time of m.
func middle(metric string, took []time.Duration, m meter) line {
	l := line{Metric: metric, Unit: "ms", Better: lower}.over(len(took), m).spread(took)
	l.Value = float64(l.P50)
	return l
}

// against sets the limit, and the ratio to it.
func (l line) against(limit float64) line {
	l.Limit, l.Ratio = known(limit), known(l.Value/limit)
	return l
}

// printer writes lines as they come: JSON, or a table.
type printer struct {
	w      io.Writer
	json   bool
	headed bool
}

const row = "%-14s %-20s %12s %-12s %12s %7s  %-6s %9s %9s %9s %8s %8s %9s %9s %9s %9s %9s\n"

func (p *printer) print(l line) error {
	if p.json {
		return json.NewEncoder(p.w).Encode(l)
	}
	if !p.headed {
		p.headed = true
		if _, err := fmt.Fprintf(p.w, row, "workload", "metric", "value", "unit", "limit", "ratio", "better", "p50 ms", "p99 ms", "n", "seconds", "cpu s",
			"cpu µs/1", "db µs/1", "commits/1", "trips/1", "wal B/1"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.w, row, l.Workload, l.Metric, short(l.Value), l.Unit, l.Limit, l.Ratio, l.Better, l.P50, l.P99,
		strconv.Itoa(l.N), short(l.Seconds), l.CPU, l.ProcessCPU, l.StoreCPU, l.Commits, l.RoundTrips, l.WAL)
	return err
}

// String is the number as the table has it.
func (k known) String() string {
	if k == 0 {
		return "-"
	}
	return short(float64(k))
}

// short is a number with as many digits as tell anything.
func short(f float64) string {
	switch {
	case f >= 1000:
		return strconv.FormatFloat(f, 'f', 0, 64)
	case f >= 10:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return strconv.FormatFloat(f, 'f', 3, 64)
}
