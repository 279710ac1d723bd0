package program

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/internal/progtext"
)

// Act is the input of every activity: what the program asks for, and a hash of its trace so
// far. State thus makes each command depend on the whole past of its run.
type Act struct {
	Line  int
	Name  string
	Mods  []string
	State uint64
	Pad   string
}

// Done is the result of an activity. No two executions return the same token.
type Done struct {
	Token string
	Pad   string
}

// mod returns a word of an activity's outcome script, such as "fail=broken".
func (a Act) mod(name string) (value string, ok bool) {
	for _, m := range a.Mods {
		if m == name {
			return "", true
		}
		if v, is := strings.CutPrefix(m, name+"="); is {
			return v, true
		}
	}
	return "", false
}

func (a Act) number(name string) int {
	v, _ := a.mod(name)
	n, _ := strconv.Atoi(v)
	return n
}

func (a Act) has(name string) bool {
	_, ok := a.mod(name)
	return ok
}

// Not every worker serves this queue besides the default one.
const otherQueue = "other"

const transactional = "debit"

// policy returns the activity's policy, as its script asks for it.
func (a Act) policy() activity.Policy {
	p := activity.Policy{Retry: activity.RetryPolicy{InitialInterval: 5 * time.Millisecond, MaxInterval: 20 * time.Millisecond, MaxAttempts: activity.Unlimited}}
	if n := a.number("max"); n > 0 {
		p.Retry.MaxAttempts = n
	}
	if a.has("row") {
		p.Queue = otherQueue
	}
	if a.has("beat") && a.Name != transactional {
		p.HeartbeatTimeout = time.Minute
	}
	if a.has("hang") {
		p.HeartbeatTimeout /= 1500 // shorter than the silence of a hanging attempt
		p.StartToClose, p.Retry.MaxAttempts = 60*time.Millisecond, 1+a.number("hang")
	}
	p.Transactional = a.Name == transactional
	return p
}

// mods draw words of an activity's script. Each entry changes the outcome in one way.
var mods = []func(rnd *rand.Rand) string{
	func(rnd *rand.Rand) string { return "fail=" + []string{"broken", "refused"}[rnd.IntN(2)] },
	func(rnd *rand.Rand) string { return "retry=" + strconv.Itoa(1+rnd.IntN(3)) },
	func(rnd *rand.Rand) string { return "retry=2 max=2" },
	func(rnd *rand.Rand) string { return "panic=" + strconv.Itoa(1+rnd.IntN(2)) },
	func(rnd *rand.Rand) string { return "slow=" + strconv.Itoa(1+rnd.IntN(60)) },
	func(rnd *rand.Rand) string { return "hang=" + strconv.Itoa(rnd.IntN(2)) },
	func(rnd *rand.Rand) string { return "size=" + strconv.Itoa(sizes[rnd.IntN(len(sizes))]) },
	func(rnd *rand.Rand) string { return "in=" + strconv.Itoa(sizes[rnd.IntN(len(sizes))]) },
	func(*rand.Rand) string { return "row" },
	func(*rand.Rand) string { return "beat" },
	func(rnd *rand.Rand) string { return "max=" + strconv.Itoa(1+rnd.IntN(4)) },
}

var sizes = []int{0, 1, 100, 1000, 5000, 40_000}

func randomActivity(rnd *rand.Rand) string {
	words := []string{[]string{"charge", "ship", "notify", transactional}[rnd.IntN(4)]}
	for rnd.IntN(2) == 0 && len(words) < 4 {
		m := mods[rnd.IntN(len(mods))](rnd)
		if !slices.Contains(words, m) {
			words = append(words, m)
		}
	}
	return strings.Join(words, " ")
}

// Generate draws a program.
func Generate(rnd *rand.Rand) string {
	return progtext.Generate(rnd, progtext.Choice{
		Most: 6 + rnd.IntN(16), Times: []string{"20ms", "40ms", "150ms", "30ms"}, Activity: randomActivity,
		Extra: []func(*rand.Rand) string{
			func(rnd *rand.Rand) string { return "fan " + strconv.Itoa(2+rnd.IntN(12)) + " " + randomActivity(rnd) },
			func(rnd *rand.Rand) string { return "receive approve within " + []string{"0s", "5ms"}[rnd.IntN(2)] },
			func(*rand.Rand) string { return "activity " + transactional },
			func(rnd *rand.Rand) string {
				return "race " + randomActivity(rnd) // an activity cancelled by a timer
			},
			func(rnd *rand.Rand) string {
				if rnd.IntN(3) > 0 {
					return "print {last}"
				}
				return []string{"fail broken", "return", "give-up"}[rnd.IntN(3)]
			},
		},
	})
}
