package determinism

import (
	"fmt"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// guilt is the fact about a function, or about a variable that holds one: what it does
// that a workflow must not, by itself or through what it calls. About other variables it
// tells what they begin with.
type guilt struct{ List []told }

// AFact makes guilt a fact.
func (*guilt) AFact() {}

func (d *guilt) String() string {
	var all []string
	for _, one := range d.List {
		text := one.Code + " " + one.path()
		if one.Self {
			text += " of what it is called on"
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// told is one forbidden thing, for each code the nearest.
type told struct {
	Code    string
	Does    string   // in the words "calls time.Now"
	Instead string   // what to use; empty: what the code says
	Where   string   // util/stamp.go:12
	House   string   // of the package where it is done
	Via     []string // what leads there, in this order, as in "calls util.Stamp, which "
	Self    bool     // done to what the method is called on
	Read    bool     // a function on the way reads it from a variable
}

// path tells it from the function that has the deed.
func (d told) path() string {
	var b strings.Builder
	for i, step := range d.Via {
		b.WriteString(step)
		if left := len(d.Via) - i - 1; i == maxVia-1 && left > 1 {
			fmt.Fprintf(&b, "in %d calls more ", left)
			break
		}
	}
	fmt.Fprintf(&b, "%s (%s)", d.Does, d.Where)
	return b.String()
}

// maxVia is how many steps on the way are told by name.
const maxVia = 4

// own are the codes that only count in code of the author's: how a library keeps its
// caches, with a lock or with a goroutine, is its own affair and cannot be seen from
// outside. Libraries that are made for concurrency have rules in the table. The same goes
// for what a library's functions read from its variables, such as whether it shall log.
var own = map[code]bool{
	goroutine: true, channel: true, selection: true, locking: true, mapOrder: true, goContext: true, sharedWrite: true,
}

// spread finds what functions do through each other, and tells the packages that
// import this one.
func (p *pkg) spread() {
	for _, u := range p.units {
		for _, d := range u.deeds {
			u.learn(told{Code: string(d.code), Does: d.does, Instead: d.instead, Where: p.where(d.pos), House: p.house, Self: d.self})
		}
	}
	// A round takes everything one call further, so that the shortest way is told.
	for more := true; more; {
		more = false
		news := map[*unit][]told{}
		for _, u := range p.units {
			for _, m := range u.mentions {
				news[u] = append(news[u], p.through(m)...)
			}
		}
		for _, u := range p.units {
			for _, d := range news[u] {
				more = u.learn(d) || more
			}
		}
	}
	for _, u := range p.units {
		if u.owner != nil && len(u.known) > 0 {
			p.ExportObjectFact(u.owner, &guilt{List: u.known})
		}
	}
}

// learn adds what is new, and reports whether it was. Workflow code answers for itself,
// but for what it does to what it is called on.
func (u *unit) learn(d told) bool {
	if u.flow && !d.Self || u.data && !begun[code(d.Code)] {
		return false
	}
	for _, k := range u.known {
		if k.Code == d.Code && k.Self == d.Self {
			return false
		}
	}
	u.known = append(u.known, d)
	return true
}

// through is what is done by mentioning a function.
func (p *pkg) through(m mention) []told {
	var list []told
	if u := p.byOwner[m.obj]; u != nil {
		list = u.known
	} else if m.obj.Pkg() != p.Pkg {
		var fact guilt
		if p.ImportObjectFact(m.obj, &fact) {
			list = fact.List
		}
	}
	step, data := "calls "+spoken(m.obj)+", which ", isData(m.obj)
	if data {
		step = "reads " + spoken(m.obj) + ", whose initializer "
	}
	var all []told
	for _, d := range list {
		c := code(d.Code)
		if (own[c] || d.Read) && d.House != p.house || c == mapOrder && m.hidden || d.Self && m.on == itsOwn || p.ignores.silence(m.pos, c) {
			continue
		}
		d.Self = d.Self && m.on == received
		d.Read = d.Read || data
		d.Via = append([]string{step}, d.Via...)
		all = append(all, d)
	}
	return all
}

// where is a position that means the same on every machine.
func (p *pkg) where(pos token.Pos) string {
	at := p.Fset.Position(pos)
	return fmt.Sprintf("%s/%s:%d", directory(p.Pkg), filepath.Base(at.Filename), at.Line)
}

// directory is the last element of the import path that is a name.
func directory(pkg *types.Package) string {
	dir := strings.TrimSuffix(pkg.Path(), "_test")
	if base := path.Base(dir); version.MatchString(base) {
		dir = path.Dir(dir)
	}
	return path.Base(dir)
}

var version = regexp.MustCompile(`^v[0-9]+$`)
