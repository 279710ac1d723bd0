package postgres

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// The server receives the same bytes for a column as from the driver, and refused values
// are refused with the driver's error.
func TestColumnsAreWrittenAsTheDriverWritesThem(t *testing.T) {
	usual, ours := pgtype.NewMap(), pgtype.NewMap()
	hasten(ours)
	one := uuid.MustParse("018f2e7c-1111-8aaa-9bbb-0123456789ab")
	long := strings.Repeat("é", 1000)
	text := func(s string) pgtype.Text { return pgtype.Text{String: s, Valid: true} }
	values := []any{
		ids(nil), ids{}, ids{token(one)}, ids{id(one), id(uuid.Nil), token(uuid.Nil)}, ids{{}},
		ints(nil), ints{}, ints{0}, ints{1, -1, 300, -300}, ints{math.MaxInt16, math.MinInt16}, ints{math.MaxInt16 + 1}, ints{math.MinInt16 - 1},
		ints{math.MaxInt32, math.MinInt32}, ints{7, math.MaxInt32 + 1}, ints{math.MinInt32 - 1}, ints{math.MaxInt64, math.MinInt64},
		bools(nil), bools{}, bools{true}, bools{false, true, false},
		names(nil), names{}, names{""}, names{"a", "", "Übung", long},
		words(nil), words{}, words{word("")}, words{text(""), word("a"), word(""), text(long)},
		blobs(nil), blobs{}, blobs{nil}, blobs{{}}, blobs{{0, 1, 255}, nil, {}, bytes.Repeat([]byte{7}, 3000)},
		// The driver handles values that are not our columns.
		pgtype.FlatArray[int32]{1, 2}, []string{"a"}, []*string{nil}, []uuid.UUID{one}, []time16{1}, "{1,2}", nil,
	}
	for array := range arrays {
		for _, v := range values {
			if _, bytes := v.(blobs); bytes && array != pgtype.ByteaArrayOID {
				continue // the driver takes some of these for arrays of arrays, and panics
			}
			for _, format := range []int16{pgtype.BinaryFormatCode, pgtype.TextFormatCode} {
				for _, before := range []string{"", "what stands before it"} {
					want, wrong := usual.Encode(array, format, v, []byte(before))
					got, err := ours.Encode(array, format, v, []byte(before))
					if fmt.Sprint(err) != fmt.Sprint(wrong) {
						t.Errorf("%T%v as %d, format %d: %v, want %v", v, v, array, format, err, wrong)
					}
					if !bytes.Equal(got, want) || (got == nil) != (want == nil) {
						t.Errorf("%T%v as %d, format %d:\n%x, want\n%x", v, v, array, format, got, want)
					}
				}
			}
		}
	}
}

// time16 is a type that the driver handles by reflection.
type time16 int16

// Arrays from the server are decoded as before.
func TestArraysAreReadAsTheDriverReadsThem(t *testing.T) {
	m := pgtype.NewMap()
	hasten(m)
	sent, err := m.Encode(pgtype.Int8ArrayOID, pgtype.BinaryFormatCode, ints{1, 2, 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []int64
	if err := m.Scan(pgtype.Int8ArrayOID, pgtype.BinaryFormatCode, sent, &got); err != nil || fmt.Sprint(got) != "[1 2 3]" {
		t.Errorf("%v, %v", got, err)
	}
}

// A connection encodes its arguments into the same buffer again and again, and does not
// keep an unusually large buffer.
func TestArgumentsHaveOneRoom(t *testing.T) {
	m := pgtype.NewMap()
	hasten(m)
	write := func(column ints) []byte {
		t.Helper()
		b, err := m.Encode(pgtype.Int8ArrayOID, pgtype.BinaryFormatCode, column, make([]byte, 0, 256))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	same := func(a, b []byte) bool { return &a[0] == &b[0] }
	before, small := write(make(ints, 1000)), write(make(ints, 2))
	if again := write(make(ints, 999)); !same(before, again) || same(before, small) {
		t.Error("1,000 numbers and then 999 were written to two places, or two numbers beside them")
	}
	const much = mostRoom/12 + 1
	if huge := write(make(ints, much)); same(huge, write(make(ints, much))) {
		t.Errorf("the room of %d bytes is kept", len(huge))
	}
	if again := write(make(ints, 999)); !same(before, again) {
		t.Error("the room is not there after something that did not fit")
	}
}

// BenchmarkColumns makes and encodes the changes of a batch of runs, into a new buffer for
// each column, as the driver does.
func BenchmarkColumns(b *testing.B) {
	types := []uint32{pgtype.UUIDArrayOID, pgtype.Int8ArrayOID, pgtype.Int8ArrayOID, pgtype.UUIDArrayOID, pgtype.Int4ArrayOID, pgtype.TextArrayOID}
	for _, n := range []int{5, 50} {
		var runs []*run
		for range n {
			runs = append(runs, &run{Run: rules.Run{Run: store.Run{ID: uuid.New(), LastCommit: uuid.New(), Owner: uuid.New(), NextSeq: 4, Status: store.Open, Build: "build"}}})
		}
		for _, who := range []string{"driver", "store"} {
			b.Run(fmt.Sprintf("%s/%d", who, n), func(b *testing.B) {
				m := pgtype.NewMap()
				if who == "store" {
					hasten(m)
				}
				b.ReportAllocs()
				for b.Loop() {
					buf := make([]byte, 0, 256)
					for i, c := range headColumns {
						to, err := m.Encode(types[i], pgtype.BinaryFormatCode, c.array(runs), buf)
						if err != nil {
							b.Fatal(err)
						}
						buf = to
					}
				}
			})
		}
	}
}
