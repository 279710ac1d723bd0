package codec_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/codec"
	"github.com/reprise-run/reprise/store/memory"
)

// Payloads are compressed, then encrypted, and large ones are kept in a directory.
func Example() {
	ring := codec.Ring{Current: "2026-11", Keys: map[string][]byte{"2026-11": bytes.Repeat([]byte{7}, 32)}}
	_, err := reprise.New(memory.New(memory.Options{}), reprise.Config{Build: "v1", Payloads: []codec.Transform{
		codec.Zstd(1 << 10),
		codec.AESGCM(ring),
		codec.Offload(codec.Dir("/var/lib/shop/blobs"), 256<<10),
	}})
	fmt.Println(err)
	// Output: <nil>
}

// A ring with a new key still reads what the old key encrypted.
func ExampleAESGCM() {
	ctx, scope := context.Background(), codec.Scope{Namespace: "shop", Kind: "signal"}
	march, november := bytes.Repeat([]byte{3}, 32), bytes.Repeat([]byte{11}, 32)
	before := codec.AESGCM(codec.Ring{Current: "march", Keys: map[string][]byte{"march": march}})
	sealed, _ := before.Encode(ctx, scope, []byte("a secret"))

	after := codec.AESGCM(codec.Ring{Current: "november", Keys: map[string][]byte{"march": march, "november": november}})
	plain, err := after.Decode(ctx, scope, sealed)
	fmt.Println(string(plain), err)

	without := codec.AESGCM(codec.Ring{Current: "november", Keys: map[string][]byte{"november": november}})
	_, err = without.Decode(ctx, scope, sealed)
	fmt.Println(err)
	// Output:
	// a secret <nil>
	// codec: needs key "march", which is not in the ring: add it to Ring.Keys, or have Ring.Find return it
}

// A retired transform still reads what it encoded.
func ExampleRetired() {
	ctx, scope := context.Background(), codec.Scope{Namespace: "shop", Kind: "signal"}
	going := codec.Zstd(1)
	small, _ := going.Encode(ctx, scope, []byte(strings.Repeat("yes ", 1000)))

	gone := codec.Retired(going)
	text, err := gone.Decode(ctx, scope, small)
	fmt.Println(len(text), err)
	more, err := gone.Encode(ctx, scope, text)
	fmt.Println(more == nil, err)
	// Output:
	// 4000 <nil>
	// true <nil>
}

// With JSON in place of MessagePack, what is in a row can be read with psql and jq.
func ExampleJSON() {
	_, err := reprise.New(memory.New(), reprise.Config{Build: "v1", Codec: codec.JSON()})
	fmt.Println(err)
	text, err := codec.JSON().Encode(map[string]int{"cents": 500})
	fmt.Println(string(text), err)
	// Output:
	// <nil>
	// {"cents":500} <nil>
}
