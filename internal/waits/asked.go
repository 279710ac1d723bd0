package waits

import (
	"slices"
	"strings"

	"github.com/reprise-run/reprise/replay"
)

// named are the kinds of waits with a name, and plain those without.
var (
	named = []string{"activity", "signal", "coroutine", "child", "answer", "promise"}
	plain = []string{"timer", "cancellation", "condition", "nothing"}
)

// WantAsked describes what [Asked] reads.
const WantAsked = "a kind, as timer, or a kind and a name, as signal:approve"

// Asked returns how a person's request appears in the text of a parked run: "signal:approve", or
// "signal" for any.
func Asked(text string) (words string, ok bool) {
	kind, name, one := strings.Cut(text, ":")
	if one {
		return kind + " " + replay.Word(name), slices.Contains(named, kind) && name != ""
	}
	return kind, slices.Contains(named, kind) || slices.Contains(plain, kind)
}
