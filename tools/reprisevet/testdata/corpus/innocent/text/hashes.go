package text

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"hash/fnv"
	"io"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/workflow"
)

func hashes(ctx workflow.Context, in string) (string, error) {
	h := hmac.New(sha256.New, []byte("key"))
	_, _ = io.WriteString(h, in)
	f := fnv.New64a()
	_, _ = f.Write(h.Sum(nil))
	id := uuid.NewSHA1(uuid.NameSpaceURL, f.Sum(nil))
	if parsed, err := uuid.Parse(in); err == nil {
		id = parsed
	}
	return hex.EncodeToString(id[:]) + workflow.UUID(ctx).String(), nil
}
