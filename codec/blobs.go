package codec

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// InMemory returns blobs that live only as long as the process, for tests.
func InMemory() Blobs {
	m := &inMemory{}
	m.mu.all = map[string]memoryBlob{}
	return m
}

type inMemory struct {
	mu struct {
		sync.Mutex
		all map[string]memoryBlob
	}
}

type memoryBlob struct {
	data []byte
	put  time.Time
}

func (m *inMemory) Put(_ context.Context, key string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.mu.all[key] = memoryBlob{bytes.Clone(data), time.Now()}
	return nil
}

func (m *inMemory) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.mu.all[key]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return b.data, nil
}

func (m *inMemory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.mu.all, key)
	return nil
}

func (m *inMemory) List(ctx context.Context) iter.Seq2[Blob, error] {
	return func(yield func(Blob, error) bool) {
		m.mu.Lock()
		all := maps.Clone(m.mu.all)
		m.mu.Unlock()
		for key, b := range all {
			if !yield(Blob{Key: key, Size: int64(len(b.data)), Put: b.put}, ctx.Err()) {
				return
			}
		}
	}
}

// Dir returns blobs that are files below a directory, which the first Put creates. All programs
// that use the store need the same directory. A blob is written atomically, and flushed to disk
// before it appears.
func Dir(path string) Blobs { return dir(path) }

type dir string

const unfinished = ".part"

func (d dir) file(key string) (string, error) {
	if _, err := hex.DecodeString(key); err != nil || len(key) < 4 {
		return "", fmt.Errorf("%q is not a blob key", key)
	}
	return filepath.Join(string(d), key[:2], key), nil
}

func (d dir) Put(_ context.Context, key string, data []byte) (err error) {
	name, err := d.file(key)
	if err != nil {
		return err
	}
	into := filepath.Dir(name)
	if err := os.MkdirAll(into, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(into, key+"-*"+unfinished)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return errors.Join(flush(into), flush(string(d)))
}

// flush makes the names in a directory durable, if the system can do that.
func flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	if err := f.Sync(); err != nil && !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, fs.ErrPermission) {
		return errors.Join(err, f.Close())
	}
	return f.Close()
}

func (d dir) Get(_ context.Context, key string) ([]byte, error) {
	name, err := d.file(key)
	if err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

func (d dir) Delete(_ context.Context, key string) error {
	name, err := d.file(key)
	if err != nil {
		return err
	}
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (d dir) List(ctx context.Context) iter.Seq2[Blob, error] {
	return func(yield func(Blob, error) bool) {
		err := filepath.WalkDir(string(d), func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // it was deleted, or nothing has been put yet
			}
			if err = errors.Join(err, ctx.Err()); err != nil || entry.IsDir() || strings.HasSuffix(path, unfinished) {
				return err
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			if !yield(Blob{Key: entry.Name(), Size: info.Size(), Put: info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Blob{}, err)
		}
	}
}
