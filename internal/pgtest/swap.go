package pgtest

import (
	"context"
	"net/url"
	"strings"
)

// Backup copies the database at url as it is now, and returns the copy's URL; it is
// dropped when t ends. Whoever is connected is cut off.
func (s *Server) Backup(t T, url string) string {
	t.Helper()
	name := nameIn(url)
	s.empty(t, name)
	backup := s.create(t, "TEMPLATE "+name)
	s.admit(t, name)
	return backup
}

// Swap gives each of two databases the other one's name: whoever was connected to either
// is cut off, and finds the other one when he comes back.
func (s *Server) Swap(t T, a, b string) {
	t.Helper()
	one, two := nameIn(a), nameIn(b)
	s.empty(t, one)
	s.empty(t, two)
	for _, names := range [][2]string{{one, "swapping"}, {two, one}, {"swapping", two}} {
		s.mustExec(t, "ALTER DATABASE "+names[0]+" RENAME TO "+names[1])
	}
	s.admit(t, one)
	s.admit(t, two)
}

// empty cuts everybody off from a database and lets nobody in.
func (s *Server) empty(t T, name string) {
	t.Helper()
	s.mustExec(t, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS false")
	s.mustExec(t, "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '"+name+"'")
}

func (s *Server) admit(t T, name string) {
	t.Helper()
	s.mustExec(t, "ALTER DATABASE "+name+" ALLOW_CONNECTIONS true")
}

func (s *Server) mustExec(t T, sql string) {
	t.Helper()
	if err := s.exec(context.Background(), sql); err != nil {
		t.Fatalf("pgtest: %s: %v", sql, err)
	}
}

// nameIn is the database that one of our URLs names.
func nameIn(of string) string {
	u, err := url.Parse(of)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
