package text

import (
	"bytes"
	"text/template"

	"github.com/reprise-run/reprise/workflow"
)

var letter = template.Must(template.New("letter").Parse("Dear {{.}}"))

func writes(ctx workflow.Context, in string) (string, error) {
	var b bytes.Buffer
	err := letter.Execute(&b, in)
	return b.String(), err
}
