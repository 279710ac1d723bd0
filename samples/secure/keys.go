package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/reprise-run/reprise/codec"
)

// keys is a directory of keys: one file for each, named by its id, with 32 bytes in hexadecimal.
// It stands for a key management service.
type keys string

// transforms compresses, and encrypts with the key current. It looks for other keys when a
// payload needs them, so it finds a later key without a restart.
func (k keys) transforms(ctx context.Context, current string) ([]codec.Transform, error) {
	key, err := k.find(ctx, current)
	if err != nil {
		return nil, err
	}
	ring := codec.Ring{Current: current, Keys: map[string][]byte{current: key}, Find: k.find}
	return []codec.Transform{codec.Zstd(1 << 10), codec.AESGCM(ring)}, nil
}

// find is the Find of [codec.Ring].
func (k keys) find(_ context.Context, id string) ([]byte, error) {
	name, err := k.file(id)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read key %q: %w", id, err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Errorf("read key %q: want 64 hexadecimal digits in %s", id, name)
	}
	return key, nil
}

// make makes a key unless one with this id exists.
func (k keys) make(id string) error {
	name, err := k.file(id)
	if err != nil {
		return err
	}
	key := make([]byte, 32)
	if _, err := rand.Read(key); err != nil {
		return err
	}
	if err := os.MkdirAll(string(k), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("key %q is there already: a key never changes, give the new one another id", id)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, hex.EncodeToString(key))
	return errors.Join(err, f.Sync(), f.Close())
}

// file returns the name of a key's file. The id may come from the database, so it must not lead
// out of the directory.
func (k keys) file(id string) (string, error) {
	if !filepath.IsLocal(id) || filepath.Base(id) != id {
		return "", fmt.Errorf("%q is no id of a key: use letters, digits and '-'", id)
	}
	return filepath.Join(string(k), id), nil
}
