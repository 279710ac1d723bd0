package history_test

import (
	"bytes"
	"fmt"
	"maps"
	"reflect"
	"testing"

	"github.com/reprise-run/reprise/history"
)

type parcels struct {
	Weights map[string]int
	Days    map[int][]map[string]float64
	Any     any
}

func someParcels() parcels {
	p := parcels{Weights: map[string]int{}, Days: map[int][]map[string]float64{}}
	for i := range 20 {
		p.Weights[fmt.Sprint(i)] = i
		p.Days[i*100] = []map[string]float64{{"a": 1, "b": 2, "c": 3}, nil, {}}
	}
	p.Any = map[string]any{"weights": maps.Clone(p.Weights), "none": nil}
	return p
}

func TestTheOrderOfMapsIsNoDifference(t *testing.T) {
	var codecs *history.Codecs
	first, err := codecs.Encode(someParcels())
	if err != nil {
		t.Fatal(err)
	}
	orders := make(map[string]bool)
	for range 50 {
		p, err := codecs.Encode(someParcels())
		if err != nil {
			t.Fatal(err)
		}
		orders[string(p.Data)] = true
		if !p.Same(first) || !bytes.Equal(p.Canonical().Data, first.Canonical().Data) {
			t.Fatal("the same value, encoded twice, is not the same")
		}
		var got parcels
		if err := codecs.Decode(p.Canonical(), &got); err != nil {
			t.Fatal(err)
		}
		if want := someParcels(); !reflect.DeepEqual(got.Weights, want.Weights) || len(got.Days) != len(want.Days) {
			t.Fatalf("got %v", got)
		}
	}
	if len(orders) < 2 {
		t.Error("each had the same bytes: this test shows nothing")
	}
	other := someParcels()
	other.Weights["7"] = 8
	if p, err := codecs.Encode(other); err != nil || p.Same(first) {
		t.Errorf("another value is the same, %v", err)
	}
}

func TestCanonicalLeavesOthersAlone(t *testing.T) {
	for _, p := range []history.Payload{
		{},
		{Enc: "json", Data: []byte(`{"b":1,"a":2}`)},
		{Enc: "msgpack", Data: []byte("\x82\xa1b\x01")}, // cut off
		{Enc: "msgpack", Data: []byte{0x80}},
		{Enc: "msgpack", Data: []byte("\x92\x02\x01")}, // a list has an order
	} {
		before := bytes.Clone(p.Data)
		if c := p.Canonical(); c.Enc != p.Enc || !bytes.Equal(c.Data, before) || !bytes.Equal(p.Data, before) {
			t.Errorf("%q became %q", before, c.Data)
		}
	}
}

// Two histories of the same run: the map has another order, the value is the
// same.
func ExamplePayload_Same() {
	recorded := history.Payload{Enc: "msgpack", Data: []byte("\x82\xa1a\x01\xa1b\x02")}
	now := history.Payload{Enc: "msgpack", Data: []byte("\x82\xa1b\x02\xa1a\x01")}
	fmt.Println(recorded.Same(now))
	// Output: true
}
