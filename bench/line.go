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

	Per        string `json:"per"` // the item that the following are averages of; empty: they are unknown
	ProcessCPU known  `json:"process_cpu_us"`
	StoreCPU   known  `json:"database_cpu_us"`
	Commits    known  `json:"commits"`
	RoundTrips known  `json:"round_trips"`
	WAL        known  `json:"wal_bytes"`
}

// The values of line.Better.
const (
	higher = "higher"
	lower  = "lower"
)

// known is a positive number, or 0 if unknown, which is null in JSON.
type known float64

func (k known) MarshalJSON() ([]byte, error) {
	if k == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(float64(k))
}

// over sets the number of items and what they cost in total.
func (l line) over(n int, m meter) line {
	l.N, l.Seconds, l.CPU = n, m.wall.Seconds(), known(m.cpu.Seconds())
	return l
}

// throughput sets the items per second, the percentiles of single items, and the
// average cost of an item.
func (l line) throughput(item string, n int, m meter, each []time.Duration) line {
	l.Value, l.Better = float64(n)/m.wall.Seconds(), higher
	return l.costs(item, n, m).spread(each)
}

// costs sets the number of items, their total cost, and the average cost of one.
func (l line) costs(item string, n int, m meter) line {
	of := func(total float64) known { return known(total / float64(n)) }
	l.Per, l.ProcessCPU, l.StoreCPU = item, of(m.cpu.Seconds()*1e6), of(m.traffic.cpu.Seconds()*1e6)
	l.Commits, l.RoundTrips, l.WAL = of(float64(m.traffic.commits)), of(float64(m.traffic.trips)), of(float64(m.traffic.wal))
	return l.over(n, m)
}

// spread sets the percentiles of the durations of single items.
func (l line) spread(each []time.Duration) line {
	l.P50, l.P99 = known(ms(percentile(each, 50))), known(ms(percentile(each, 99)))
	return l
}

// middle returns the median of the durations of single items as a line. m is their
// total cost.
func middle(metric string, took []time.Duration, m meter) line {
	l := line{Metric: metric, Unit: "ms", Better: lower}.over(len(took), m).spread(took)
	l.Value = float64(l.P50)
	return l
}

// against sets the limit, and the ratio of the value to it.
func (l line) against(limit float64) line {
	l.Limit, l.Ratio = known(limit), known(l.Value/limit)
	return l
}

// printer writes lines as they come, as JSON or as a table.
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

// String returns the number as the table shows it.
func (k known) String() string {
	if k == 0 {
		return "-"
	}
	return short(float64(k))
}

// short formats a number with its significant digits only.
func short(f float64) string {
	switch {
	case f >= 1000:
		return strconv.FormatFloat(f, 'f', 0, 64)
	case f >= 10:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return strconv.FormatFloat(f, 'f', 3, 64)
}
