package postgres

import (
	"strings"
	"sync"
)

// texts makes the statements of one store: ~ becomes its schema, and now() the clock of a
// test, if there is one. Each text is made once, because connections identify a prepared
// statement by its text.
//
// Joins are written a.x = ANY(ARRAY[b.y]): for each b, look up its a by an index. For a.x
// = b.y the server may also read all of a in the order of that index. That costs the same
// while a has few rows, or had few when it was last analysed; and the plan is kept while a
// grows (adr 0030).
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
