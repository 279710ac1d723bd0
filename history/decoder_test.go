package history_test

import (
	"reflect"
	"testing"
	"unsafe"

	"github.com/reprise-run/reprise/history"
)

// steps are two rows that differ only in their times and numbers.
var steps = func() (rows [2][]byte) {
	for i := range rows {
		h, events := step()
		h.Now = h.Now.Add(0x10 << (8 * i))
		events[0].Seq, events[1].Seq = int64(1+2*i), int64(2+2*i)
		events[0].Body.(*history.ActivityCompleted).Activity = int64(2 * i)
		data, err := history.EncodeRow(h, events)
		if err != nil {
			panic(err)
		}
		rows[i] = data
	}
	return rows
}()

// Rows that a Decoder has read before must not show in what it reads.
func TestRowsReadTheSameAfterEachOther(t *testing.T) {
	type row struct {
		data []byte
		n    int
	}
	var all []row
	for _, rows := range fixtures() {
		for _, r := range encodeFixture(t, rows) {
			all = append(all, row{r.data, r.n})
		}
	}
	all = append(all, row{steps[0], 2}, row{steps[1], 2})
	for i, a := range all {
		for k, b := range all {
			var d history.Decoder
			for round, r := range []row{a, b, a, b} {
				wantH, want, wantErr := history.DecodeRow(r.data, 1, r.n)
				h, events, err := d.Row(r.data, 1, r.n)
				if !reflect.DeepEqual(h, wantH) || !reflect.DeepEqual(events, want) || !reflect.DeepEqual(err, wantErr) {
					t.Fatalf("rows %d and %d, round %d: %v, %v, %v\nis by itself %v, %v, %v", i, k, round, h, events, err, wantH, want, wantErr)
				}
				if round == 1 {
					d.Reuse()
				}
			}
		}
	}
}

func TestADecoderKeepsDamageApart(t *testing.T) {
	var d history.Decoder
	if _, _, err := d.Row(steps[0], 1, 2); err != nil {
		t.Fatal(err)
	}
	for at := range steps[1] {
		bad := append([]byte(nil), steps[1]...)
		bad[at] ^= 1
		_, _, want := history.DecodeRow(bad, 3, 2)
		if _, events, err := d.Row(bad, 3, 2); err == nil || events != nil || !reflect.DeepEqual(err, want) {
			t.Fatalf("byte %d: %v, %v; want %v", at, events, err, want)
		}
		_, _, want = history.DecodeRow(mend(bad), 3, 2)
		if _, _, err := d.Row(mend(bad), 3, 2); !reflect.DeepEqual(err, want) {
			t.Fatalf("byte %d, with a checksum: %v; want %v", at, err, want)
		}
	}
	if _, events, err := d.Row(steps[1], 3, 2); err != nil || len(events) != 2 {
		t.Fatal(events, err)
	}
}

// A Decoder must not allocate a new string per event for equal strings.
func TestADecoderMakesAStringOnce(t *testing.T) {
	var d history.Decoder
	var names []string
	for i := range steps {
		h, events, err := d.Row(steps[i], int64(1+2*i), 2)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Build, events[1].Site, events[1].Body.(*history.ActivityScheduled).Name)
	}
	for i, name := range names[:3] {
		if again := names[3+i]; name == "" || name != again || unsafe.StringData(name) != unsafe.StringData(again) {
			t.Errorf("%q and %q are two strings", name, again)
		}
	}
}

// A known policy is not decoded again; an error after it has the same text.
func TestARefusalReadsTheSameAfterAKnownPolicy(t *testing.T) {
	policyBehindANewerKey := body(history.KindActivityScheduled, "\x82\xa3new\x05\xa1o\x81\xa1a\x05")
	row := reframe(emptyHeader, policyBehindANewerKey)
	_, _, want := history.DecodeRow(row, 1, 1)
	var d history.Decoder
	for range 2 {
		if _, _, err := d.Row(row, 1, 1); want == nil || !reflect.DeepEqual(err, want) {
			t.Errorf("%v\nis by itself %v", err, want)
		}
	}
}
