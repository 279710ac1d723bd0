package text

import (
	"regexp"
	"sync"

	"github.com/reprise-run/reprise/workflow"
)

var number = regexp.MustCompile(`^[0-9]+$`)

// What is computed once comes out the same each time.
var letters = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+$`) })

func matches(ctx workflow.Context, in string) (bool, error) {
	return number.MatchString(in) || letters().MatchString(in), nil
}
