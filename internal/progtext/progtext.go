package progtext

import "strings"

// Statement is a line of a program, and the block below it.
type Statement struct {
	Line  int // from 1
	Text  string
	Words []string
	Body  []Statement
}

// Parse reads a program. A blank line is none.
func Parse(text string) []Statement {
	lines := strings.Split(text, "\n")
	var parse func(from, indent int) ([]Statement, int)
	parse = func(i, indent int) (list []Statement, next int) {
		for i < len(lines) {
			t := strings.TrimLeft(lines[i], " ")
			in := len(lines[i]) - len(t)
			switch {
			case strings.TrimSpace(t) == "":
				i++
			case in < indent:
				return list, i
			case in > indent:
				list[len(list)-1].Body, i = parse(i, in)
			default:
				list = append(list, Statement{Line: i + 1, Text: t, Words: strings.Fields(t)})
				i++
			}
		}
		return list, i
	}
	body, _ := parse(0, 0)
	return body
}

// Format writes a program as Parse reads it.
func Format(body []Statement) string {
	var b strings.Builder
	var write func(body []Statement, indent string)
	write = func(body []Statement, indent string) {
		for _, s := range body {
			b.WriteString(indent + s.Text + "\n")
			write(s.Body, indent+"  ")
		}
	}
	write(body, "")
	return b.String()
}
