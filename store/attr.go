package store

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/reprise-run/reprise/history"
)

// AttrRange is a condition on an attribute of a run: one of its keys, see [history.Attr], is at or
// above From and below Before.
type AttrRange struct {
	Name         string
	From, Before []byte
}

// One reports whether r matches a single key.
func (r AttrRange) One() bool { return bytes.Equal(r.Before, history.KeyBehind(r.From)) }

// Holds reports whether r holds for a run with these attributes.
func (r AttrRange) Holds(attrs []history.Attr) bool {
	i, found := history.FindAttr(attrs, r.Name)
	if !found {
		return false
	}
	keys, err := attrs[i].Keys()
	if err != nil {
		return false // no store accepts it
	}
	for _, k := range keys {
		if bytes.Compare(k, r.From) >= 0 && bytes.Compare(k, r.Before) < 0 {
			return true
		}
	}
	return false
}

// EncodeAttrs encodes all for a column: JSON, or "" for none. It is for stores.
func EncodeAttrs(all []history.Attr) string {
	if len(all) == 0 {
		return ""
	}
	b, _ := json.Marshal(all) // cannot fail for texts
	return string(b)
}

// DecodeAttrs decodes the result of EncodeAttrs.
func DecodeAttrs(column string) (all []history.Attr, err error) {
	if column == "" {
		return nil, nil
	}
	if err := json.Unmarshal([]byte(column), &all); err != nil {
		return nil, fmt.Errorf("store: cannot read the attributes of a run: %w", err)
	}
	return all, nil
}

// checkAttrs accepts what every store can keep; unset allows missing values.
func checkAttrs(what string, all []history.Attr, unset bool) error {
	for _, a := range all {
		err := first(
			name(what+": Name", a.Name),
			must(len(a.Name) <= history.MaxAttrName, "%s: the name of an attribute has %d bytes, at most %d are allowed", what, len(a.Name), history.MaxAttrName),
			must(a.Is() || unset, "%s: attribute %s has no value", what, a.Name),
			must(len(a.Values) <= history.MaxAttrValues, "%s: attribute %s has %d values, at most %d are allowed", what, a.Name, len(a.Values), history.MaxAttrValues),
			must(a.Bytes() <= history.MaxAttrBytes, "%s: attribute %s has %d bytes, at most %d are allowed", what, a.Name, a.Bytes(), history.MaxAttrBytes),
			must(!a.Is() || len(a.Values) == 1 || a.Type == history.AttrTexts, "%s: attribute %s has %d values but is not a list", what, a.Name, len(a.Values)),
		)
		if err != nil {
			return err
		}
		for _, v := range a.Values {
			if err := text(what+": attribute "+a.Name, v); err != nil {
				return err
			}
		}
		if _, err := a.Keys(); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	return nil
}
