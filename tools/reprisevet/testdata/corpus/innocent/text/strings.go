package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/reprise-run/reprise/workflow"
)

func splits(ctx workflow.Context, in string) (int, error) {
	var b strings.Builder
	for i, word := range strings.Fields(in) {
		b.WriteString(strings.ToUpper(word) + strconv.Itoa(i))
	}
	if strings.ContainsFunc(b.String(), unicode.IsDigit) && utf8.ValidString(in) {
		return strconv.Atoi(strings.TrimLeft(b.String(), "ABC"))
	}
	return len(strings.NewReplacer("a", "b").Replace(in)), nil
}
