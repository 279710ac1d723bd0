package history_test

import (
	"testing"

	"github.com/reprise-run/reprise/history"
)

// step returns what one step of a sequential workflow appends.
func step() (history.Header, []history.Event) {
	input := history.Payload{Enc: "msgpack", Data: make([]byte, 200)}
	return header(0), []history.Event{
		{Seq: 7, Body: &history.ActivityCompleted{Activity: 6, Attempt: 1, Result: input}},
		{Seq: 8, Site: site, Body: &history.ActivityScheduled{Name: "charge", Input: input, Policy: policy, Eager: true}},
	}
}

func BenchmarkEncodeRow(b *testing.B) {
	h, events := step()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := history.EncodeRow(h, events); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeRow(b *testing.B) {
	h, events := step()
	data, err := history.EncodeRow(h, events)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := history.DecodeRow(data, 7, 2); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecoder reads the rows of a history, each of which is a step.
func BenchmarkDecoder(b *testing.B) {
	h, events := step()
	data, err := history.EncodeRow(h, events)
	if err != nil {
		b.Fatal(err)
	}
	var d history.Decoder
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := d.Row(data, 7, 2); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCodecs(b *testing.B) {
	type line struct {
		SKU   string `json:"sku"`
		Count int    `json:"count"`
	}
	type order struct {
		ID    string `json:"id"`
		Lines []line `json:"lines"`
	}
	v := order{"order-42", []line{{"book", 1}, {"pen", 12}, {"ink", 3}}}
	for _, c := range []*history.Codecs{nil, history.NewCodecs(history.JSON())} {
		p, err := c.Encode(v)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("encode/"+p.Enc, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Encode(v); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("decode/"+p.Enc, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var v order
				if err := c.Decode(p, &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
