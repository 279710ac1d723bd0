package findings

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/reprise-run/reprise/store"
	"github.com/reprise-run/reprise/store/internal/rules"
)

// Misfound is a run that is not found by what it has, or is found by what it has not. Its words are what the run's own row has of its
// attributes, and the rows by which it is found, as JSON: of each its name, its key in hexadecimal, and
// whether the rest of it is the run's. Where the two agree it is no finding.
var Misfound = Rule{store.CheckAttr, 2, func(a *Answer) string {
	if a.Run == uuid.Nil {
		return fmt.Sprintf("lists look for %s, which is not there", a.On)
	}
	mend, err := MendAttrs(a)
	if err != nil {
		return fmt.Sprintf("its attributes cannot be compared with what it is found by: %v", err)
	}
	var gone, missing []string
	for _, k := range mend {
		names := &missing
		if k.Gone {
			names = &gone
		}
		if name := fmt.Sprintf("%q", k.Name); !slices.Contains(*names, name) {
			*names = append(*names, name)
		}
	}
	var all []string
	if len(missing) > 0 {
		all = append(all, "no list finds it by its "+strings.Join(missing, ", "))
	}
	if len(gone) > 0 {
		all = append(all, "lists find it by a "+strings.Join(gone, ", ")+" that it has not")
	}
	return strings.Join(all, "; ")
}}

// MendAttrs is which rows are to go and which are to be added, so that a run is found by what it has.
func MendAttrs(a *Answer) (all []rules.AttrKey, err error) {
	var want, have []rules.AttrKey
	attrs, err := store.DecodeAttrs(a.Words[0])
	if err == nil {
		want, err = rules.KeysOf(attrs)
	}
	if err != nil {
		return nil, err
	}
	var rows [][3]any
	if err := json.Unmarshal([]byte(a.Words[1]), &rows); err != nil {
		return nil, err
	}
	for _, r := range rows {
		name, _ := r[0].(string)
		text, _ := r[1].(string)
		key, err := hex.DecodeString(text)
		if err != nil {
			return nil, err
		}
		k := rules.AttrKey{Name: name, Key: key}
		if fits := r[2] == true || r[2] == 1.0; !fits || !has(want, k) {
			k.Gone = true
			all = append(all, k)
			continue
		}
		have = append(have, k)
	}
	for _, k := range want {
		if !has(have, k) {
			all = append(all, k)
		}
	}
	return all, nil
}

func has(all []rules.AttrKey, k rules.AttrKey) bool {
	return slices.ContainsFunc(all, func(o rules.AttrKey) bool { return o.Name == k.Name && slices.Equal(o.Key, k.Key) })
}
