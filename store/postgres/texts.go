package postgres

import (
	"strings"
	"sync"
)

// texts makes the statements of one store: ~ becomes its schema, and now() the clock of
// a test, if there is one. Each text is made once, because connections know a prepared
// statement by its text.
type texts struct {
	schema string // quoted, with its dot
	clock  string
	made   sync.Map
}

func (t *texts) of(sql string) string {
	if made, ok := t.made.Load(sql); ok {
		return made.(string)
	}
	text := strings.ReplaceAll(sql, "~", t.schema)
	if t.clock != "" {
		text = strings.ReplaceAll(text, "now()", "("+t.clock+")")
	}
	made, _ := t.made.LoadOrStore(sql, text)
	return made.(string)
}
