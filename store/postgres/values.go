package postgres

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgtype"
)

// Columns of a set-based statement: one array for each, with one element for each
// member.
type (
	ids   = pgtype.FlatArray[pgtype.UUID]
	ints  = pgtype.FlatArray[int64]
	bools = pgtype.FlatArray[bool]
	names = pgtype.FlatArray[string]
	words = pgtype.FlatArray[pgtype.Text]
	blobs = pgtype.FlatArray[[]byte]
)

// id is NULL for the zero id.
func id(v uuid.UUID) pgtype.UUID { return pgtype.UUID{Bytes: v, Valid: v != uuid.Nil} }

// token is an id that is not NULL even if it is zero.
func token(v uuid.UUID) pgtype.UUID { return pgtype.UUID{Bytes: v, Valid: true} }

// word is NULL for the empty text.
func word(s string) pgtype.Text { return pgtype.Text{String: s, Valid: s != ""} }

// at is NULL for the zero time.
func at(t time.Time) pgtype.Timestamptz { return pgtype.Timestamptz{Time: t, Valid: !t.IsZero()} }

// since is the time from which to look; the beginning of time if t is zero.
func since(t time.Time) pgtype.Timestamptz {
	if t.IsZero() {
		return pgtype.Timestamptz{InfinityModifier: pgtype.NegativeInfinity, Valid: true}
	}
	return at(t)
}

func uuidOf(v pgtype.UUID) uuid.UUID {
	if !v.Valid {
		return uuid.Nil
	}
	return v.Bytes
}

func timeOf(v pgtype.Timestamptz) time.Time {
	if !v.Valid {
		return time.Time{}
	}
	return v.Time.UTC()
}

// Targets for values that may be NULL, which becomes the zero value.
type (
	idInto   uuid.UUID
	timeInto time.Time
	textInto string
	intInto  int64
)

func (to *idInto) ScanUUID(v pgtype.UUID) error {
	*to = idInto(uuidOf(v))
	return nil
}

func (to *timeInto) ScanTimestamptz(v pgtype.Timestamptz) error {
	*to = timeInto(timeOf(v))
	return nil
}

func (to *textInto) ScanText(v pgtype.Text) error {
	*to = textInto(v.String)
	return nil
}

func (to *intInto) ScanInt64(v pgtype.Int8) error {
	*to = intInto(v.Int64)
	return nil
}

func anID(to *uuid.UUID) *idInto    { return (*idInto)(to) }
func aTime(to *time.Time) *timeInto { return (*timeInto)(to) }
func aText(to *string) *textInto    { return (*textInto)(to) }
func anInt(to *int64) *intInto      { return (*intInto)(to) }

func idsOf(all []uuid.UUID) ids {
	out := make(ids, len(all))
	for i, v := range all {
		out[i] = token(v)
	}
	return out
}

func uuidsOf(all []pgtype.UUID) []uuid.UUID {
	var out []uuid.UUID
	for _, v := range all {
		out = append(out, uuidOf(v))
	}
	return out
}

func interval(d time.Duration) pgtype.Interval {
	return pgtype.Interval{Microseconds: int64((d + time.Microsecond - 1) / time.Microsecond), Valid: true}
}
