package pgtest

import (
	"context"
	"net/url"
	"strings"
)

// Backup copies the database at url as it is now and returns the copy's URL. It disconnects
// all clients, and drops the copy when t ends.
func (s *Server) Backup(t T, url string) string {
	t.Helper()
	name := nameIn(url)
	s.empty(t, name)
	backup := s.create(t, "TEMPLATE "+name)
	s.admit(t, name)
	return backup
}

// Swap exchanges the names of two databases. It disconnects their clients, which find the
// other database when they reconnect.
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

// empty disconnects all clients from a database and refuses new ones.
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

// nameIn returns the database that one of our URLs names.
func nameIn(of string) string {
	u, err := url.Parse(of)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Path, "/")
}
