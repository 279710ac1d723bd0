package order

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// paper is a ledger's file, one JSON object per line. Many processes may write to it: each
// locks the file, reads what the others have written since, and writes.
type paper struct {
	path string
	file *os.File
	size int64 // what has been read
}

func openPaper(path string) (*paper, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("order: open the ledger: %w", err)
	}
	return &paper{path: path, file: file}, nil
}

func (p *paper) alone(do func() error) error {
	if err := lock(p.file); err != nil {
		return fmt.Errorf("order: lock the ledger: %w", err)
	}
	err := do()
	if left := unlock(p.file); left != nil {
		err = errors.Join(err, fmt.Errorf("order: unlock the ledger: %w", left))
	}
	return err
}

func (p *paper) news(n int) ([]Entry, error) {
	data, err := io.ReadAll(p.file)
	if err != nil {
		return nil, fmt.Errorf("order: read the ledger: %w", err)
	}
	if len(data) == 0 {
		return nil, nil
	}
	entries, size, err := parse(p.path, n, data)
	if err != nil {
		return nil, err
	}
	return entries, p.cut(p.size + size) // they have been read, whatever cut returns
}

// cut truncates the file to size bytes and continues writing there.
func (p *paper) cut(size int64) error {
	if err := p.file.Truncate(size); err != nil {
		return fmt.Errorf("order: cut the ledger's last line off: %w", err)
	}
	if _, err := p.file.Seek(size, io.SeekStart); err != nil {
		return fmt.Errorf("order: find the ledger's end: %w", err)
	}
	p.size = size
	return nil
}

// add writes a line and, if it concerns money, waits until it is on disk.
func (p *paper) add(e Entry) error {
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("order: encode a ledger entry: %w", err)
	}
	n, err := p.file.Write(append(line, '\n'))
	if err == nil && e.money() {
		err = p.file.Sync()
	}
	if err != nil {
		// What is not known to be on disk did not happen.
		return fmt.Errorf("order: write to the ledger: %w", errors.Join(err, p.cut(p.size)))
	}
	p.size += int64(n)
	return nil
}

func (e Entry) money() bool {
	switch e.What {
	case Begin, Applied, Repeated, End, Refunded:
		return true
	}
	return false
}

func (p *paper) Close() error { return p.file.Close() }

// ReadLedger returns the entries of the ledger at path, or none if there is no such file. It
// may be called while a process appends. An incomplete last line is left out.
func ReadLedger(path string) ([]Entry, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("order: read the ledger: %w", err)
	}
	entries, _, err := parse(path, 0, data)
	return entries, err
}

// parse returns the entries of the complete lines of data, which follow number earlier ones,
// and their length.
func parse(path string, number int, data []byte) ([]Entry, int64, error) {
	size := bytes.LastIndexByte(data, '\n') + 1
	var entries []Entry
	for line := range bytes.Lines(data[:size]) {
		number++
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, 0, fmt.Errorf("order: %s line %d is not a ledger entry, fix it or start over with an empty ledger and database: %w", path, number, err)
		}
		entries = append(entries, e)
	}
	return entries, int64(size), nil
}

// slate is a book that nobody else reads, and that ends with its process: only the Ledger
// remembers its entries.
type slate struct{}

func (slate) alone(do func() error) error { return do() }
func (slate) news(int) ([]Entry, error)   { return nil, nil }
func (slate) add(Entry) error             { return nil }
func (slate) Close() error                { return nil }
