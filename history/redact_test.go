package history_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/history"
)

// redacted returns a redacted history.
func redacted(t testing.TB, e history.Export, rows []goldenRow, fields ...string) (history.Export, []history.Event) {
	t.Helper()
	head, seq := history.Redact(e, encoded(rows), fields...)
	var all []history.Event
	for row, err := range seq {
		if err != nil {
			t.Fatal(err)
		}
		_, events, err := history.DecodeRow(row.Data, int64(len(all))+1, row.N)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, events...)
	}
	return head, all
}

// redactedPayload returns a redacted payload. The history has all the fields, even if the
// payload does not.
func redactedPayload(t testing.TB, p history.Payload, fields ...string) history.Payload {
	t.Helper()
	all := make(map[string]any)
	for _, f := range fields {
		all[f] = nil
	}
	has, err := history.NewCodecs(nil).Encode(all)
	if err != nil {
		t.Fatal(err)
	}
	data, err := history.EncodeRow(header(0), []history.Event{
		{Seq: 1, Body: &history.Started{Workflow: "w", Input: p}}, {Seq: 2, Body: &history.SignalReceived{Name: "s", Payload: has}},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, events := redacted(t, history.Export{Workflow: "w", Events: 2}, []goldenRow{{1, 2, data}}, fields...)
	return events[0].Body.(*history.Started).Input
}

func TestRedactedValues(t *testing.T) {
	for _, c := range []struct{ fields, value, want string }{
		{"", `"alice"`, `"aaaaa"`},
		{"", `""`, `""`},
		{"", `"Jürgen Straße 12, 10115 😀"`, `"Aaaaaa Aaaaaa 11, 11111 a"`},
		{"", `"alice@example.com"`, `"aaaaa@aaaaaaa.aaa"`},
		{"", `"2026-03-01T12:00:00.5+02:00"`, `"2000-01-01T00:00:00Z"`},
		{"", `"0001-01-01T00:00:00Z"`, `"0001-01-01T00:00:00Z"`},
		{"", `[0, 7, -7, 200, 70000, -200, -70000, 5000000000, -5000000000, 18446744073709551615]`, `[0,1,-1,1,1,-1,-1,1,-1,1]`},
		{"", `[true, false, null, [], {}]`, `[true,false,null,[],{}]`},
		{"", `{"name": "bob", "tags": ["x", "y1"], "address": {"zip": 4711}}`, `{"address":{"zip":1},"name":"aaa","tags":["a","a1"]}`},
		{"", `{"alice@example.com": 3, "carol@example.com": 4, "4711": 5, "": 6, "bob": 7}`, `{"1111":1,"aaaaa@aaaaaaa.aaa":1,"aaaaa@aaaaaaa.aaa~1":1,"":1,"bob":1}`},
		{"card", `{"card": "4111", "amount": 12, "name": "bob"}`, `{"amount":12,"card":"1111","name":"bob"}`},
		{"CARD,iban", `[{"Card": {"no": "4111", "ok": true, "<&>": 1}}, {"iban": ["DE1"], "no": "12 <&>"}]`, `[{"Card":{"<&>":1,"no":"1111","ok":true}},{"iban":["AA1"],"no":"12 <&>"}]`},
		{"card", `"card"`, `"card"`},
		{"card", `[0, 7, -7, 1e3, 0.5, 18446744073709551615, true, null, "2026-03-01T12:00:00.5+02:00"]`, `[0,7,-7,1000,0.5,18446744073709551615,true,null,"2026-03-01T12:00:00.5+02:00"]`},
		{"card", `{"a b": {"c d": 1}}`, `{"a b":{"c d":1}}`},
	} {
		var fields []string
		if c.fields != "" {
			fields = strings.Split(c.fields, ",")
		}
		var want any
		if err := json.Unmarshal([]byte(c.want), &want); err != nil {
			t.Fatal(err)
		}
		for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
			codecs := history.NewCodecs(codec)
			p, err := codecs.Encode(fromJSON(t, c.value))
			if err != nil {
				t.Fatal(err)
			}
			v, err := codecs.Untyped(redactedPayload(t, p, fields...))
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			var got any
			if err := json.Unmarshal(text, &got); err != nil {
				t.Fatal(err)
			}
			// If two keys become equal, their order depends on the order of the map.
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s without %q: %s, want %s", codec.Name(), c.value, c.fields, text, c.want)
			}
		}
	}
}

// fromJSON decodes text with integers as integers.
func fromJSON(t *testing.T, text string) any {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	var numbers func(v any) any
	numbers = func(v any) any {
		switch v := v.(type) {
		case json.Number:
			if n, err := v.Int64(); err == nil {
				return n
			}
			if n, ok := new(big.Int).SetString(v.String(), 10); ok && n.IsUint64() {
				return n.Uint64()
			}
			f, _ := v.Float64()
			return f
		case []any:
			for i := range v {
				v[i] = numbers(v[i])
			}
		case map[string]any:
			for k := range v {
				v[k] = numbers(v[k])
			}
		}
		return v
	}
	return numbers(v)
}

type customer struct {
	Name    string
	Key     []byte
	ID      uuid.UUID
	Host    netip.Addr
	Sum     [32]byte
	Born    time.Time
	Never   time.Time
	Pause   time.Duration
	Age     uint8
	Debt    int16
	Big     uint64
	Rate    float64
	Ratio   float32
	Nothing *string
	Some    *string
	Vip     bool
	Visits  map[int64]string
	Notes   []string
	Total   *big.Int
	Any     any
}

// A workflow can decode a redacted history into the same types.
func TestARedactedValueIsOfTheSameType(t *testing.T) {
	note := "likes tea"
	v := customer{
		Name: "Alice", Key: []byte("hunter2"), ID: uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), Host: netip.MustParseAddr("192.168.1.20"),
		Sum: [32]byte{1, 2, 3}, Born: noon, Pause: time.Hour, Age: 42, Debt: -300, Big: math.MaxUint64, Rate: -0.25, Ratio: 0.5, Some: &note, Vip: true,
		Visits: map[int64]string{3: "x"}, Notes: []string{"a1", ""}, Total: big.NewInt(12345), Any: "any",
	}
	some := "aaaaa aaa"
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		codecs := history.NewCodecs(codec)
		p, err := codecs.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var got customer
		if err := codecs.Decode(redactedPayload(t, p), &got); err != nil {
			t.Errorf("%s: %v", codec.Name(), err)
			continue
		}
		want := customer{
			Name: "Aaaaa", Born: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), Pause: 1, Age: 1, Debt: -1, Big: 1, Rate: -1, Ratio: 1,
			Some: &some, Vip: true, Visits: map[int64]string{0: "a"}, Notes: []string{"a1", ""}, Any: "aaa",
			// A type may encode itself differently in each encoding.
			Key: got.Key, ID: got.ID, Host: got.Host, Sum: got.Sum, Total: got.Total,
		}
		if codec.Name() == "json" { // which has only text keys
			want.Visits = map[int64]string{1: "a"}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", codec.Name(), got, want)
		}
		if bytes.Equal(got.Key, v.Key) || got.ID == v.ID || got.Host == v.Host || got.Sum == v.Sum || got.Total.Cmp(v.Total) == 0 {
			t.Errorf("%s: left as they were: %+v", codec.Name(), got)
		}
	}
}

// secretive returns a history with a secret wherever a person's words may be.
func secretive(t *testing.T, codec history.Codec) (history.Export, []goldenRow) {
	secret, err := history.NewCodecs(codec).Encode(map[string]any{"note": "secret", "list": []string{"secret"}})
	if err != nil {
		t.Fatal(err)
	}
	failure := history.Failure{Code: "declined", Message: "a secret", Stack: "the secret", Details: secret, Retryable: true,
		Cause: &history.Failure{Code: "why", Message: "a secret", Stack: "the secret", Details: secret}}
	headers := history.Headers{"tenant": "secret"}
	fixture := []fixtureRow{
		row(open(header(0)), 1, &history.Started{Workflow: "order", WorkflowID: "order-42", Input: secret, Headers: headers, Level: 1}),
		row(header(1), 2, &history.SignalReceived{Name: "approve", ID: "1", Payload: secret, Headers: headers}, &history.CancelRequested{Reason: "secret"},
			&history.ActivityScheduled{Name: "charge", Queue: "depot", Input: secret, Headers: headers, Policy: policy, Eager: true},
			&history.ActivityScheduled{Name: "ship", Input: history.Payload{Enc: "proto", Data: []byte("secret")}, Eager: true},
			&history.SideEffectRecorded{Value: secret, Failure: &failure}, &history.TimerStarted{FireAt: noon}),
		row(header(2), 8, &history.AttemptEnded{Activity: 4, Attempt: 1, Why: history.WhyFailed, Failure: &failure}),
		row(header(3), 9, &history.ActivityCompleted{Activity: 4, Attempt: 2, Result: secret, Last: &failure}, &history.ActivityFailed{Activity: 5, Attempt: 1, Failure: failure}, &history.Unknown{Number: 200, Raw: []byte("secret")},
			&history.RunFailed{Failure: failure}),
	}
	return exportHead(fixture), encodeFixture(t, fixture)
}

func TestARedactedHistoryKeepsItsShapeAndNoSecret(t *testing.T) {
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		head, rows := secretive(t, codec)
		for _, fields := range [][]string{nil, {"note", "list"}} {
			e, events := redacted(t, head, rows, fields...)
			var b bytes.Buffer
			for _, event := range events {
				data, err := history.EncodeEvent(event)
				if err != nil {
					t.Fatal(err)
				}
				b.WriteString(event.String() + "\n" + string(data) + "\n")
			}
			if strings.Contains(b.String(), "secret") {
				t.Errorf("%s without %q: a secret is left:\n%q", codec.Name(), fields, b.String())
			}
			for _, want := range []string{"1 started order order-42\n", "2 signal received approve 1\n", `3 cancel requested "redacted"`, "4 activity scheduled charge on depot (" + site + ")",
				"8 attempt ended 4 attempt 1 failed declined \"redacted\"\n", "10 activity failed 5 attempt 1 declined \"redacted\"\n", "11 kind 200\n", "12 failed declined \"redacted\""} {
				if !strings.Contains(b.String(), want) {
					t.Errorf("%s: the history has lost %q:\n%q", codec.Name(), want, b.String())
				}
			}
			if got := events[3].Body.(*history.ActivityScheduled); !reflect.DeepEqual(got.Policy, policy) || got.Input.Enc != codec.Name() {
				t.Errorf("%s: %+v", codec.Name(), got)
			}
			if got := events[4].Body.(*history.ActivityScheduled).Input; !reflect.DeepEqual(got, history.Payload{}) {
				t.Errorf("the payload of a codec nobody knows is %+v", got)
			}
			if want := map[bool]string{true: "all values", false: "the fields note, list"}[fields == nil]; e.Redacted != want {
				t.Errorf("the head says %q, want %q", e.Redacted, want)
			}
		}
	}
}

func TestTheLinterFindsNothingInARedactedHistory(t *testing.T) {
	for name, rows := range histories {
		lint, seq := history.NewLinter(), int64(1)
		_, redacted := history.Redact(exportHead(rows), encoded(encodeFixture(t, rows)))
		for row, err := range redacted {
			if err != nil {
				t.Fatal(name, err)
			}
			for _, p := range lint.Row(seq, row.N, row.Data) {
				t.Error(name, p)
			}
			seq += int64(row.N)
		}
		for _, p := range lint.End(exportHead(rows).Status == "open") {
			t.Error(name, p)
		}
	}
}

func TestTheHeadOfARedactedFileSaysSo(t *testing.T) {
	head, rows := secretive(t, nil)
	e, seq := history.Redact(head, encoded(rows), "note")
	e, seq = history.Redact(e, seq, "list")
	var file bytes.Buffer
	if err := history.WriteExport(&file, e, seq); err != nil {
		t.Fatal(err)
	}
	if text := file.String(); !strings.Contains(text, `"redacted":"the fields note, the fields list"`) {
		t.Errorf("it is %s", text)
	}
	read, again, err := history.ReadExport(&file)
	if err != nil || !reflect.DeepEqual(read, e) || !slices.Equal(read.Fields, []string{"note", "list"}) {
		t.Fatalf("read %+v, %v", read, err)
	}
	all, _ := history.Redact(read, again)
	if some, _ := history.Redact(all, again, "note"); some.Redacted != "all values" || some.Fields != nil {
		t.Errorf("after all values were taken out the head says %q, %q", some.Redacted, some.Fields)
	}
}

func TestADamagedRowIsNotRedacted(t *testing.T) {
	head, rows := secretive(t, nil)
	rows[1].data = bytes.Clone(rows[1].data)
	rows[1].data[len(rows[1].data)/2] ^= 1
	e, seq := history.Redact(head, encoded(rows))
	var file bytes.Buffer
	err := history.WriteExport(&file, e, seq)
	var corrupt *history.CorruptError
	if !errors.As(err, &corrupt) || !strings.Contains(err.Error(), "cannot be redacted") {
		t.Errorf("%v", err)
	}
	if _, _, err := readAll(&file); err == nil {
		t.Error("what was written is a whole export")
	}
}

// A field that no payload has is reported, and the output is incomplete: whoever named it
// must not believe that a secret is gone.
func TestAFieldThatNoPayloadHas(t *testing.T) {
	for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
		head, rows := secretive(t, codec)
		for _, c := range []struct {
			fields []string
			want   string
		}{
			{[]string{"note"}, ""},
			{[]string{"NOTE", "note"}, ""},
			{[]string{"nota"}, `no payload has a field "nota"; among those there are "list", "note"; neither msgpack nor json, and so taken out whole: 1`},
			{[]string{"card", "note", "Card", "email"}, `no payload has a field "card" or "email"; among those there are "list"; neither`},
		} {
			e, seq := history.Redact(head, encoded(rows), c.fields...)
			var file bytes.Buffer
			err := history.WriteExport(&file, e, seq)
			_, _, unread := readAll(&file)
			if c.want == "" {
				if err := errors.Join(err, unread); err != nil {
					t.Errorf("%s without %q: %v", codec.Name(), c.fields, err)
				}
				continue
			}
			var none *history.NoFieldError
			if !errors.As(err, &none) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s without %q: %v, want %s", codec.Name(), c.fields, err, c.want)
			}
			if unread == nil {
				t.Errorf("%s without %q: what was written is a whole export", codec.Name(), c.fields)
			}
		}
	}
}

// Only a limited number of names is reported.
func TestAFieldThatIsNotAmongMany(t *testing.T) {
	many := make(map[string]int)
	for i := range 100 {
		many[fmt.Sprintf("f%02d", i)] = i
	}
	p, err := history.NewCodecs(nil).Encode(many)
	if err != nil {
		t.Fatal(err)
	}
	data, err := history.EncodeRow(header(0), []history.Event{{Seq: 1, Body: &history.Started{Workflow: "w", Input: p}}})
	if err != nil {
		t.Fatal(err)
	}
	_, rows := history.Redact(history.Export{Workflow: "w", Events: 1}, encoded([]goldenRow{{1, 1, data}}), "card")
	for row, err := range rows {
		var none *history.NoFieldError
		if !errors.As(err, &none) || len(none.Others) != 20 || len(row.Data) > 0 {
			t.Errorf("a row of %d bytes, %v", len(row.Data), err)
		}
	}
}

// If a payload can be decoded, so can its redacted form.
func FuzzRedact(f *testing.F) {
	for _, v := range []any{map[string]any{"a": []int{1, -1}, "b c": "x"}, customer{}, noon, []float32{1}, "text", map[int]string{1: "x"}} {
		for _, codec := range []history.Codec{history.MsgPack(), history.JSON()} {
			p, err := history.NewCodecs(codec).Encode(v)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(p.Enc == "json", p.Data)
		}
	}
	f.Fuzz(func(t *testing.T, isJSON bool, data []byte) {
		p := history.Payload{Enc: "msgpack", Data: data}
		if isJSON {
			p.Enc = "json"
		}
		codecs := history.NewCodecs(nil)
		if _, err := codecs.Untyped(p); err != nil {
			redactedPayload(t, p)
			return
		}
		for _, fields := range [][]string{nil, {"a", "Name"}} {
			if _, err := codecs.Untyped(redactedPayload(t, p, fields...)); err != nil {
				t.Errorf("%s %q without %q: %v", p.Enc, data, fields, err)
			}
		}
	})
}

// Ten thousand map keys that become equal are kept distinct, quickly.
func TestKeysThatBecomeTheSameAreKeptApart(t *testing.T) {
	numbers := make(map[string]bool)
	for i := range 10000 {
		numbers[fmt.Sprintf("%06d", i)] = true
	}
	numbers["000000~1"], numbers["000000~2"] = true, true
	codecs := history.NewCodecs(nil)
	p, err := codecs.Encode(numbers)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]bool
	if err := codecs.Decode(redactedPayload(t, p), &got); err != nil || len(got) != len(numbers) {
		t.Errorf("%d keys become %d, %v", len(numbers), len(got), err)
	}
	const n = 100
	ids, debts := make(map[uuid.UUID]bool), make(map[int8]bool)
	for i := range n {
		ids[uuid.NewSHA1(uuid.Nil, []byte{byte(i)})], debts[int8(-i)] = true, true
	}
	type keyed struct {
		IDs   map[uuid.UUID]bool
		Debts map[int8]bool
	}
	if p, err = codecs.Encode(keyed{ids, debts}); err != nil {
		t.Fatal(err)
	}
	var other keyed
	if err := codecs.Decode(redactedPayload(t, p), &other); err == nil && len(other.IDs) == n {
		for id := range other.IDs {
			if ids[id] {
				t.Errorf("the key %v is left", id)
			}
		}
	} else {
		t.Errorf("%d UUIDs are left, %v", len(other.IDs), err)
	}
	if len(other.Debts) != n {
		t.Errorf("%d numbers are left", len(other.Debts))
	}
}

// A history leaves production without what it says about people.
func ExampleRedact() {
	codecs := history.NewCodecs(history.JSON())
	input, err := codecs.Encode(map[string]any{"customer": "Alice", "card": "4111 1111", "amount": 12})
	if err != nil {
		fmt.Println(err)
		return
	}
	rows := func(yield func(history.EncodedRow, error) bool) {
		data, err := history.EncodeRow(history.Header{Level: 1, Now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, []history.Event{
			{Seq: 1, Body: &history.Started{Workflow: "order", WorkflowID: "order-42", Input: input, Level: 1}},
		})
		yield(history.EncodedRow{N: 1, Data: data}, err)
	}
	head := history.Export{Workflow: "order", WorkflowID: "order-42", Status: "open", Level: 1, Events: 1}
	for _, fields := range [][]string{nil, {"card"}} {
		head, rows := history.Redact(head, rows, fields...)
		fmt.Println("without", head.Redacted)
		for row, err := range rows {
			if err != nil {
				fmt.Println(err)
				return
			}
			_, events, err := history.DecodeRow(row.Data, 1, row.N)
			if err != nil {
				fmt.Println(err)
				return
			}
			_, _ = os.Stdout.Write(events[0].Body.(*history.Started).Input.Data)
			fmt.Println()
		}
	}
	// Output:
	// without all values
	// {"amount":1,"card":"1111 1111","customer":"Aaaaa"}
	// without the fields card
	// {"amount":12,"card":"1111 1111","customer":"Alice"}
}

func ExampleExcerpt() {
	x := history.Excerpt{Seq: 3}
	x.Add(history.Event{Seq: 2, Body: &history.TimerStarted{FireAt: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}, Site: "order.fulfil order.go:47"})
	x.Add(history.Event{Seq: 3, Body: &history.TimerFired{Timer: 2}}, history.Event{Seq: 99, Body: &history.RunCompleted{}})
	fmt.Print(x)
	// Output:
	//   2 timer started due 2026-03-01T12:00:00Z (order.fulfil order.go:47)
	// > 3 timer fired 2
}

// Nobody here knows what a newer version stores under a key of its own.
func TestWhatANewerVersionHasAddedIsNotInARedactedHistory(t *testing.T) {
	kinds := 0
	for k := history.Kind(1); k < history.KindTaskMarker; k++ {
		b := body(k, "\x81\xa5newer\xa6secret")
		if _, err := history.DecodeEvent(reframe(b)); err != nil {
			continue // no such kind
		}
		kinds++
		row := reframe(emptyHeader, b)
		_, all := history.Redact(history.Export{Workflow: "w", Events: 1}, encoded([]goldenRow{{1, 1, row}}))
		for got, err := range all {
			if err != nil || bytes.Contains(got.Data, []byte("secret")) {
				t.Errorf("%v: %q, %v", k, got.Data, err)
			}
		}
	}
	if kinds < 29 {
		t.Errorf("only %d kinds of events were tried", kinds)
	}
}

// Whoever has the key can read encrypted texts, so a redacted history must not contain
// them.
func TestTextsThatAreEncryptedAreNotInARedactedHistory(t *testing.T) {
	sealed := history.Payload{Enc: "msgpack+aesgcm", Data: []byte("a secret under a key")}
	input := redactable(t, map[string]any{"card": "4242"})
	data, err := history.EncodeRow(header(0), []history.Event{
		{Seq: 1, Body: &history.Started{Workflow: "w", Input: input}}, {Seq: 2, Body: &history.RunTerminated{}, Sealed: &sealed},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range [][]string{nil, {"card"}} {
		_, events := redacted(t, history.Export{Workflow: "w", Events: 2}, []goldenRow{{1, 2, data}}, fields...)
		if len(events) != 2 || events[1].Sealed != nil {
			t.Errorf("redacted by %q the history has %+v", fields, events[len(events)-1])
		}
	}
	_, rows := history.Redact(history.Export{Workflow: "w", Events: 2}, encoded([]goldenRow{{1, 2, data}}), "name")
	var missing *history.NoFieldError
	for _, err := range rows {
		errors.As(err, &missing)
	}
	if missing == nil || missing.Whole != 1 {
		t.Errorf("of a field that is not there it says %v; want that one payload was taken out whole", missing)
	}
}

func redactable(t *testing.T, v any) history.Payload {
	t.Helper()
	p, err := history.NewCodecs(nil).Encode(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
