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

// spread sets the percentiles of what single items took.
func (l line) spread(each []time.Duration) line {
	l.P50, l.P99 = known(ms(percentile(each, 50))), known(ms(percentile(each, 99)))
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

const row = "%-8s %-16s %12s %-12s %12s %7s  %-6s %9s %9s %9s %8s %8s\n"

func (p *printer) print(l line) error {
	if p.json {
		return json.NewEncoder(p.w).Encode(l)
	}
	if !p.headed {
		p.headed = true
		if _, err := fmt.Fprintf(p.w, row, "workload", "metric", "value", "unit", "limit", "ratio", "better", "p50 ms", "p99 ms", "n", "seconds", "cpu s"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(p.w, row, l.Workload, l.Metric, short(l.Value), l.Unit, l.Limit, l.Ratio, l.Better, l.P50, l.P99,
		strconv.Itoa(l.N), short(l.Seconds), l.CPU)
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
