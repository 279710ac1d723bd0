// Package libraries calls libraries whose goroutines and caches cannot be seen from
// outside.
package libraries

import (
	"database/sql"
	"errors"

	"github.com/dustin/go-humanize"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/reprise-run/reprise/workflow"
)

func encodes(ctx workflow.Context, in map[string]int) (string, error) {
	data, err := msgpack.Marshal(in)
	if err != nil {
		return "", err
	}
	if err := msgpack.Unmarshal(data, &in); errors.Is(err, sql.ErrNoRows) {
		return "", err
	}
	return humanize.Comma(int64(len(in))), nil
}
