package progtext

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Choice is what programs are made of.
type Choice struct {
	Most     int      // lines, about
	Times    []string // of the timers of statements timer, a variable, receive and select
	Activity func(rnd *rand.Rand) string
	Extra    []func(rnd *rand.Rand) string // whole statements; what ends a block may be among them
}

// Plain is what every interpreter of programs understands.
func Plain() Choice {
	return Choice{
		Most: 18, Times: []string{"1m", "2m", "1h", "3m"},
		Activity: func(rnd *rand.Rand) string { return []string{"charge", "ship", "notify"}[rnd.IntN(3)] },
	}
}

// Generate makes up a program.
func Generate(rnd *rand.Rand, c Choice) string {
	g := &generator{rnd: rnd, Choice: c}
	g.block(0, 3+rnd.IntN(8), nil)
	return strings.Join(g.lines, "\n")
}

type generator struct {
	Choice
	rnd   *rand.Rand
	lines []string
	names int
}

// block writes n statements that may use the variables known.
func (g *generator) block(depth, n int, known []string) {
	for range n {
		if len(g.lines) >= g.Most {
			return
		}
		g.statement(depth, &known)
	}
}

func (g *generator) statement(depth int, known *[]string) {
	write := func(format string, args ...any) {
		g.lines = append(g.lines, strings.Repeat("  ", depth)+fmt.Sprintf(format, args...))
	}
	begin := func(format string, args ...any) {
		g.names++
		name := fmt.Sprint("x", g.names)
		write(name+" := "+format, args...)
		*known = append(*known, name)
	}
	inside := func(known []string) {
		write("  print in {random}")
		g.block(depth+1, 1+g.rnd.IntN(3), known)
	}
	pick := func() string { return (*known)[g.rnd.IntN(len(*known))] }
	ops := func() (list []string) {
		for _, name := range *known {
			if !strings.HasPrefix(name, "s") {
				list = append(list, name)
			}
		}
		return list
	}
	names := []string{"approve", "stop"}
	n := g.rnd.IntN(14 + len(g.Extra))
	switch n {
	case 0:
		write("activity %s", g.Activity(g.rnd))
		write("print {last}")
	case 1:
		write("timer %s", g.Times[0])
	case 2:
		begin("activity %s", g.Activity(g.rnd))
	case 3:
		begin("timer %s", g.Times[1])
	case 4:
		begin("go")
		inside(append([]string(nil), (*known)[:len(*known)-1]...)) // it cannot know itself
	case 5:
		write("receive %s", names[g.rnd.IntN(2)])
		write("print {last}")
	case 6:
		write("receive %s within %s", names[g.rnd.IntN(2)], g.Times[2])
		write("print {last}")
	case 7:
		cases := []string{"signal(approve)", "activity(notify)", "timer(" + g.Times[3] + ")", "cancellation"}
		cases = append(cases, ops()...)
		g.rnd.Shuffle(len(cases), func(i, j int) { cases[i], cases[j] = cases[j], cases[i] })
		write("select %s", strings.Join(cases[:2+g.rnd.IntN(len(cases)-2)], " "))
		write("print {last}")
	case 8:
		g.names++
		name := fmt.Sprint("s", g.names)
		write("%s := %s", name, []string{"scope", "detached"}[g.rnd.IntN(2)])
		*known = append(*known, name)
		write("within %s", name)
		inside(*known)
	case 9:
		if len(*known) > 0 {
			write("cancel %s", pick())
		}
	case 10:
		if list := ops(); len(list) > 0 {
			write("wait %s", list[g.rnd.IntN(len(list))])
			write("print {last}")
		}
	case 11:
		write("sideeffect %d", g.rnd.IntN(100))
	case 12:
		write("repeat 2")
		inside(append([]string(nil), *known...))
	case 13:
		write("defer")
		write("  print deferred")
	default:
		write("%s", g.Extra[n-14](g.rnd))
	}
}
