package replay

import (
	"path"
	"runtime"
	"strconv"
	"strings"
	"sync"
)

// callSite is where workflow code called the engine, as return addresses. [Sites] turns it into text.
type callSite struct {
	pcs [8]uintptr
	n   int
}

// Sites turns the return addresses of a call into the text of its call site:
// "pkg.Func file.go:LINE" of the author's innermost frame. It caches what it finds. The
// zero value is ready to use. The machines of a process share one; it is safe for
// concurrent use.
type Sites struct {
	through []string
	mu      sync.RWMutex
	known   map[uintptr]string // "" for a frame to look through
	unwind  map[uintptr]bool   // whether the frame is that of a panic or a Goexit
}

// NewSites makes a Sites that also looks through functions whose full name
// ("github.com/acme/steps.Charge") begins with one of the prefixes: the author's helpers,
// whose own lines say little.
func NewSites(through ...string) *Sites { return &Sites{through: through} }

// engine lists the name prefixes of functions that are never the author's.
var engine = [...]string{
	"github.com/reprise-run/reprise/replay.",
	"github.com/reprise-run/reprise/workflow.",
	"runtime.",
	"iter.",
}

// site returns the call site in a stack of return addresses, or "".
func (s *Sites) site(pcs []uintptr) string {
	for _, pc := range pcs {
		if text := s.frame(pc); text != "" {
			return text
		}
	}
	return ""
}

func (s *Sites) frame(pc uintptr) string {
	s.mu.RLock()
	text, ok := s.known[pc]
	s.mu.RUnlock()
	if ok {
		return text
	}
	// runtime.Callers gives one address for each logical frame, inlined ones
	// included, so an address can be looked up by itself.
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	if f.Function != "" && !s.looksThrough(f.Function) {
		text = f.Function[strings.LastIndexByte(f.Function, '/')+1:] + " " + path.Base(f.File) + ":" + strconv.Itoa(f.Line)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = make(map[uintptr]string)
	}
	s.known[pc] = text
	return text
}

// unwinds reports whether a panic or a Goexit is in a stack of return addresses.
func (s *Sites) unwinds(pcs []uintptr) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, pc := range pcs {
		yes, known := s.unwind[pc]
		if !known {
			s.mu.RUnlock()
			yes = s.learn(pc)
			s.mu.RLock()
		}
		if yes {
			return true
		}
	}
	return false
}

func (s *Sites) learn(pc uintptr) bool {
	f, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	yes := f.Function == "runtime.gopanic" || f.Function == "runtime.Goexit"
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.unwind == nil {
		s.unwind = make(map[uintptr]bool)
	}
	s.unwind[pc] = yes
	return yes
}

func inEngine(function string) bool {
	for _, prefix := range engine {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}

func (s *Sites) looksThrough(function string) bool {
	if inEngine(function) {
		return true
	}
	for _, prefix := range s.through {
		if strings.HasPrefix(function, prefix) {
			return true
		}
	}
	return false
}
