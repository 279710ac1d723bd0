package history_test

import (
	"bytes"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/reprise-run/reprise/history"
)

// allocated returns how many bytes f allocates, which should be at most most. Other
// goroutines may add to that, so it measures several times before it returns more.
func allocated(most uint64, f func()) uint64 {
	got := uint64(math.MaxUint64)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		if got = min(got, after.TotalAlloc-before.TotalAlloc); got <= most {
			break
		}
	}
	return got
}

// bound is how much decoding size bytes of n events may allocate in total.
func bound(size, n int) uint64 { return 4*uint64(size) + 4<<10*uint64(n+1) }

// hostile bodies declare or imply more than they hold.
var hostile = map[string][]byte{
	"a map of 2^32-1":        body(history.KindTimerFired, "\xdf\xff\xff\xff\xff\xa1"),
	"a list of 2^32-1":       body(history.KindRunCompleted, "\x81\xa1u\xdd\xff\xff\xff\xff\x01"),
	"seqs of a byte each":    body(history.KindRunCompleted, "\x81\xa1u\xdc\xff\xff"+strings.Repeat("\x01", 65535)),
	"codes of 2^32-1":        body(history.KindActivityScheduled, "\x81\xa1o\x81\xa1n\xdd\xff\xff\xff\xff\xa0"),
	"empty codes":            body(history.KindActivityScheduled, "\x81\xa1o\x81\xa1n\xdc\xff\xff"+strings.Repeat("\xa0", 65535)),
	"headers of 2^32-1":      body(history.KindStarted, "\x81\xa1h\xdf\xff\xff\xff\xff\xa0\xa0"),
	"empty headers":          body(history.KindStarted, "\x81\xa1h\xde\xff\xff"+strings.Repeat("\xa0", 2*65535)),
	"a string of 4 GiB":      body(history.KindCancelRequested, "\x81\xa1y\xdb\xff\xff\xff\xffabc"),
	"a payload of 4 GiB":     body(history.KindSignalReceived, "\x81\xa1p\x81\xa1d\xc6\xff\xff\xff\xffabc"),
	"causes without end":     body(history.KindRunFailed, "\x81\xa1f"+strings.Repeat("\x81\xa1w", 1000000)+"\x80"),
	"the most causes":        body(history.KindRunFailed, "\x81\xa1f"+strings.Repeat("\x81\xa1w", history.MaxCauses-1)+"\x80"),
	"one cause again":        body(history.KindAttemptEnded, "\xde\xff\xff"+strings.Repeat("\xa1f\x80", 65535)),
	"nested in a new key":    body(history.KindTimerFired, "\x81\xa3new"+strings.Repeat("\x91", 1000000)+"\xc0"),
	"a list in a new key":    body(history.KindTimerFired, "\x81\xa3new\xdd\xff\xff\xff\xff\xc0"),
	"an extension cut off":   body(history.KindTimerFired, "\x81\xa3new\xc9\xff\xff\xff\xff\x01"),
	"new keys in the map":    body(history.KindTimerFired, "\xde\x03\xe8"+strings.Repeat("\xa2ab\xc0", 1000)),
	"causes with new keys":   body(history.KindRunFailed, "\x81\xa1f"+strings.Repeat("\x83\xa1d\x81\xa3new\xc0\xa1w", history.MaxCauses-1)+"\x80"+strings.Repeat("\xa1z\xc0", history.MaxCauses-1)),
	"the most of everything": body(history.KindActivityScheduled, "\x82\xa1h\xde\x00\x20"+names(32)+"\xa1o\x81\xa1n\xdc\x00\x40"+strings.Repeat("\xa0", 64)),
	"nothing":                body(history.KindActivityScheduled, "\x80"),
	"unknown":                body(100, ""),
}

// names returns n headers of one byte each.
func names(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\xa1" + string(rune('A'+i)) + "\xa0")
	}
	return b.String()
}

func TestHostileBytesAllocateNoMoreThanFourTimesTheirSize(t *testing.T) {
	for name, b := range hostile {
		one := reframe(b)
		if most := bound(len(one), 0); allocated(most, func() { history.DecodeEvent(one) }) > most {
			t.Errorf("%s: an event of %d bytes allocates more than %d", name, len(one), most)
		}
		const n = 10
		rows := reframe(append([][]byte{emptyHeader}, bytes10(b)...)...)
		if most := bound(len(rows), n); allocated(most, func() { history.DecodeRow(rows, 1, n) }) > most {
			t.Errorf("%s: a row of %d bytes allocates more than %d", name, len(rows), most)
		}
	}
	for name, data := range map[string][]byte{
		"a frame of 4 GiB": []byte("\xff\xff\xff\xff\x00\x00\x00\x00\x01\x02"),
		"a frame cut off":  []byte("\x00\xff\xff\xff\x00\x00\x00\x00\x01\x02"),
		"sites of 2^32-1":  reframe(body(headerKind, "\x82\xa1n\x00\xa1s\xdd\xff\xff\xff\xff\xa0"), body(100, "")),
		"empty sites":      reframe(body(headerKind, "\x82\xa1n\x00\xa1s\xdc\xff\xff"+strings.Repeat("\xa0", 65535)), body(100, "")),
	} {
		for _, n := range []int{1, 1 << 40} {
			if most := bound(len(data), 1); allocated(most, func() { history.DecodeRow(data, 1, n) }) > most {
				t.Errorf("%s: %d bytes allocate more than %d", name, len(data), most)
			}
		}
	}
}

func bytes10(b []byte) [][]byte {
	frames := make([][]byte, 10)
	for i := range frames {
		frames[i] = b
	}
	return frames
}

// The list of a row's events is the largest allocation that the smallest bytes can
// cause.
func TestARowOfTheSmallestEventsIsAListOfTheirNumber(t *testing.T) {
	frames := [][]byte{emptyHeader}
	const n = 10000
	for range n {
		frames = append(frames, body(history.KindTimerFired, "\x80"))
	}
	data := reframe(frames...)
	if most := 6 * uint64(len(data)); allocated(most, func() { history.DecodeRow(data, 1, n) }) > most {
		t.Errorf("%d bytes allocate more than %d", len(data), most)
	}
}

// hostilePayloads declare more than they hold.
var hostilePayloads = map[string][]byte{
	"2^32-1 elements in 6 bytes":   []byte("\xdd\xff\xff\xff\xff\xc0"),
	"2^24-1 elements in 5 bytes":   []byte("\xdd\x00\xff\xff\xff"),
	"2^32-1 pairs in 6 bytes":      []byte("\xdf\xff\xff\xff\xff\xc0"),
	"in a field":                   []byte("\x81\xa4List\xdd\xff\xff\xff\xff"),
	"a million lists":              append(bytes.Repeat([]byte{0x91}, 1000000), 0xc0),
	"a million maps":               append(bytes.Repeat([]byte("\x81\xa1a"), 1000000), 0xc0),
	"an extension cut off":         []byte("\xc9\xff\xff\xff\xff\xff"),
	"a declared string":            []byte("\xdb\xff\xff\xff\xffabc"),
	"declared bytes":               []byte("\xc6\xff\xff\xff\xffabc"),
	"a time with a list inside":    []byte("\x92\xd7\xff\xc0\xdd\xff\xff\xff\xff\x00\x00\xc0"),
	"a time that is a map":         []byte("\x81\xa3Map\xd6\xff\xdf\xff\xff\xff"),
	"a time that is a map of ext8": []byte("\x81\xa3Map\xc7\x0c\xff\xdf\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00"),
	"another extension":            []byte("\x81\xa3Map\xc7\x05\x07\xdf\xff\xff\xff\xff"),
}

type target struct {
	List []int64
	Map  map[string]int
	Any  any
}

func TestHostilePayloadsAllocateNoMoreThanFourTimesTheirSize(t *testing.T) {
	var codecs *history.Codecs
	for name, data := range hostilePayloads {
		for _, v := range []func() any{
			func() any { return new([]int64) }, func() any { return new(any) }, func() any { return new(map[string]any) },
			func() any { return new(map[string]string) }, func() any { return new(target) }, func() any { return new([]target) },
		} {
			into := v()
			codecs.Decode(history.Payload{Enc: "msgpack", Data: []byte{0xc0}}, into) // the library caches the type
			var err error
			most := bound(len(data), 0)
			if allocated(most, func() { err = codecs.Decode(history.Payload{Enc: "msgpack", Data: data}, into) }) > most {
				t.Errorf("%s into %T: %d bytes allocate more than %d", name, into, len(data), most)
			}
			if err == nil && !strings.HasPrefix(name, "a time") { // which is a time for any
				t.Errorf("%s into %T: no error", name, into)
			}
		}
	}
}

// A list of small elements costs twice what its elements cost: that is up to the
// library.
func TestAnHonestListCostsItsElements(t *testing.T) {
	for _, n := range []int{100, 10000, 1 << 20} {
		data := append([]byte{0xdd, byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}, make([]byte, n)...)
		var codecs *history.Codecs
		var list []int64
		most := uint64(2*8*n + 4096)
		got := allocated(most, func() {
			if err := codecs.Decode(history.Payload{Enc: "msgpack", Data: data}, &list); err != nil {
				t.Error(err)
			}
		})
		if got > most || len(list) != n {
			t.Errorf("%d elements allocate %d bytes, want at most %d", len(list), got, most)
		}
	}
}

func TestReadingARowCostsFewAllocations(t *testing.T) {
	h, events := step()
	data, err := history.EncodeRow(h, events)
	if err != nil {
		t.Fatal(err)
	}
	copied, err := history.EncodeRow(h, []history.Event{{Seq: 1, Body: &history.Started{Workflow: "w", Copied: []history.Copied{{Run: history.RunID{9}, Seq: 4}, {Run: history.RunID{10}, Seq: 300}}}}})
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		f    func()
		most float64
	}{
		"encode": {func() { history.EncodeRow(h, events) }, 3},
		"decode": {func() { history.DecodeRow(data, 7, 2) }, 12},
		// It was 13 when the list was made twice. The race detector adds one.
		"decode of what was copied": {func() { history.DecodeRow(copied, 1, 1) }, 11},
	} {
		if n := testing.AllocsPerRun(100, c.f); n > c.most {
			t.Errorf("%s: %v allocations, want at most %v", what, n, c.most)
		}
	}
}

// live returns how many bytes are in use.
func live() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
