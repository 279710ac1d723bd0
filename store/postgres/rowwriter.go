package postgres

import (
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// column is one column of a statement that writes several rows.
type column[R any] struct {
	name  string
	typ   string
	array func(rows []R) any // their values in this column; nil: see expr
	expr  string             // what to write otherwise, from the columns of m and of the old row o
}

// of returns a column whose array has the type that an array of T is sent as.
func of[R, T any](name, typ string, value func(R) T) column[R] {
	return column[R]{name: name, typ: typ, expr: "m." + name, array: func(rows []R) any {
		array := make(pgtype.FlatArray[T], len(rows))
		for i, r := range rows {
			array[i] = value(r)
		}
		return array
	}}
}

// as replaces the expression to write.
func (c column[R]) as(expr string) column[R] {
	c.expr = expr
	return c
}

// rowWriter is a statement that writes several rows. It takes an array for each column, with an
// element for each row.
type rowWriter[R any] struct {
	sql     string
	columns []column[R] // those with an array
}

// write queues the statement, if there are rows.
func (w *rowWriter[R]) write(x *tx, rows []R) {
	if len(rows) == 0 {
		return
	}
	args := make([]any, len(w.columns))
	for i, c := range w.columns {
		args[i] = c.array(rows)
	}
	x.write(w.sql, args...)
}

// inserting adds rows to a table.
func inserting[R any](table string, all []column[R]) *rowWriter[R] {
	arrays, from := arraysOf(all)
	var names, values []string
	for _, c := range all {
		names, values = append(names, c.name), append(values, c.expr)
	}
	return &rowWriter[R]{"INSERT INTO ~" + table + " (" + strings.Join(names, ", ") + ") SELECT " + strings.Join(values, ", ") + " FROM " + from, arrays}
}

// updating changes rows of a table, which are identified by the first keys columns.
func updating[R any](table string, keys int, all []column[R]) *rowWriter[R] {
	arrays, from := arraysOf(all)
	var set []string
	for _, c := range all[keys:] {
		set = append(set, c.name+" = "+c.expr)
	}
	return &rowWriter[R]{"UPDATE ~" + table + " o SET " + strings.Join(set, ", ") + " FROM " + from + " WHERE " + sameRow(all[:keys]), arrays}
}

// deleting removes rows of a table.
func deleting[R any](table string, keys []column[R]) *rowWriter[R] {
	arrays, from := arraysOf(keys)
	return &rowWriter[R]{"DELETE FROM ~" + table + " o USING " + from + " WHERE " + sameRow(keys), arrays}
}

// arraysOf returns the columns with an array, and the rows that these make, as m.
func arraysOf[R any](all []column[R]) (arrays []column[R], from string) {
	var params, names []string
	for _, c := range all {
		if c.array != nil {
			arrays = append(arrays, c)
			params, names = append(params, fmt.Sprintf("$%d::%s[]", len(arrays), c.typ)), append(names, c.name)
		}
	}
	return arrays, "unnest(" + strings.Join(params, ", ") + ") AS m(" + strings.Join(names, ", ") + ")"
}

// sameRow is the condition that a row is the one with the keys. The first key is looked up by
// its index for each row of m; see [texts].
func sameRow[R any](keys []column[R]) string {
	is := "o." + keys[0].name + " = ANY(ARRAY[m." + keys[0].name + "])"
	for _, c := range keys[1:] {
		is += " AND o." + c.name + " = m." + c.name
	}
	return is
}
