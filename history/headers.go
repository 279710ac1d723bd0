package history

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Check returns an error if the headers cannot be recorded: there are too many, they have too
// many bytes, or one is not UTF-8 text without NUL.
func (h Headers) Check() error {
	if len(h) > MaxHeaders {
		return fmt.Errorf("%d headers, at most %d are allowed", len(h), MaxHeaders)
	}
	bytes := 0
	var errs []error
	for k, v := range h {
		bytes += len(k) + len(v)
		if !plain(k) || !plain(v) {
			errs = append(errs, fmt.Errorf("header %.40q is not valid UTF-8 text without NUL", k))
		}
	}
	if bytes > MaxHeaderBytes {
		errs = append(errs, fmt.Errorf("the headers have %d bytes, at most %d are allowed: send large values in the payload", bytes, MaxHeaderBytes))
	}
	return errors.Join(errs...)
}

func plain(s string) bool { return strings.IndexByte(s, 0) < 0 && utf8.ValidString(s) }
