package pgtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Options say what server to start. The zero value is fit for functional tests.
type Options struct {
	// Durable keeps fsync and full page writes on, as a server is run in earnest. Off,
	// an acknowledged commit is lost with the machine, but not with the server.
	Durable bool
	// Settings are further lines of postgresql.conf, by name.
	Settings map[string]string
}

// Server is a running server.
type Server struct {
	Dir  string // of the binaries
	home string // of the cluster, the log and the socket
	port int

	options Options
	who     *account
	stop    sync.Once
	parent  *os.File // closed, it ends the server
	shell   *exec.Cmd
}

const (
	superuser = "postgres"
	patience  = 5 * time.Minute // for a machine that does much else
)

// Start makes a cluster and runs a server on it. It ends with [Server.Stop], or with
// this process.
func Start(o Options) (*Server, error) {
	dir, err := Dir()
	if err != nil {
		return nil, err
	}
	who, err := identity()
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp(shortTemp(), "reprise-pg-")
	if err != nil {
		return nil, fmt.Errorf("pgtest: %w", err)
	}
	s := &Server{Dir: dir, home: home, options: o, who: who}
	if err := s.begin(); err != nil {
		s.Stop()
		return nil, errors.Join(err, os.RemoveAll(home))
	}
	return s, nil
}

// shortTemp is where a socket's path stays below the 100 bytes that systems allow.
func shortTemp() string {
	if tmp := os.TempDir(); len(tmp) < 60 {
		return tmp
	}
	return "/tmp"
}

func (s *Server) begin() error {
	if err := s.who.own(s.home); err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	if err := s.files(); err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	return s.run()
}

// run begins a server on the cluster that is there.
func (s *Server) run() error {
	var err error
	// The port is free when it is looked for and may be taken when it is used.
	for range 5 {
		if s.port, err = freePort(); err != nil {
			return err
		}
		if err = s.launch(); err == nil {
			return nil
		}
		s.halt()
	}
	return err
}

func (s *Server) data() string    { return filepath.Join(s.home, "data") }
func (s *Server) log() string     { return filepath.Join(s.home, "log") }
func (s *Server) pidFile() string { return filepath.Join(s.data(), "postmaster.pid") }

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, fmt.Errorf("pgtest: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// The shell that is the server's parent. It goes on when its input ends, which is when
// this process does. A word of input says that the files are still wanted. A server that
// has just begun still ignores SIGQUIT, as a shell's background commands do, so it is
// sent until there is no such process. Whoever is ended by another signal names it.
const watchdog = `"$@" & server=$!
trap '' INT TERM HUP
read -r keep
while kill -${SIGNAL:-QUIT} $server 2>/dev/null; do sleep 0.1; done &
wait $server
[ "$keep" ] || { cd / && rm -rf "$HOME_OF_CLUSTER"; }`

func (s *Server) launch() error {
	in, out, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	defer in.Close()
	log, err := os.Create(s.log())
	if err != nil {
		_ = out.Close()
		return fmt.Errorf("pgtest: %w", err)
	}
	defer log.Close()
	args := append([]string{"-c", watchdog, "sh", filepath.Join(s.Dir, "postgres"), "-D", s.data()}, s.settings()...)
	shell := exec.Command("/bin/sh", args...)
	shell.Dir, shell.Stdin, shell.Stdout, shell.Stderr = s.home, in, log, log
	shell.Env = []string{"HOME_OF_CLUSTER=" + s.home, "PATH=/usr/bin:/bin", "LC_ALL=C"}
	shell.SysProcAttr = s.who.attributes(true)
	if err := shell.Start(); err != nil {
		_ = out.Close()
		return fmt.Errorf("pgtest: %w", err)
	}
	s.shell, s.parent = shell, out
	return s.await()
}

func (s *Server) settings() []string {
	set := map[string]string{
		"listen_addresses": "127.0.0.1", "port": fmt.Sprint(s.port), "unix_socket_directories": s.home,
		"max_connections": "200", "logging_collector": "off", "log_min_messages": "warning",
	}
	if !s.options.Durable {
		set["fsync"], set["full_page_writes"] = "off", "off"
	}
	for name, value := range s.options.Settings {
		set[name] = value
	}
	var args []string
	for name, value := range set {
		args = append(args, "-c", name+"="+value)
	}
	return args
}

// await returns when the server answers.
func (s *Server) await() error {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	for {
		c, err := pgx.Connect(ctx, s.URL(superuser))
		if err == nil {
			return c.Close(ctx)
		}
		if ctx.Err() != nil || s.gone() {
			text, _ := os.ReadFile(s.log()) // what there is helps
			return fmt.Errorf("pgtest: the server does not start: %w\n%s", err, text)
		}
		time.Sleep(20 * time.Millisecond) // a pause between two questions: a server tells nobody that it is ready
	}
}

// gone says whether the server has ended instead of answering: it says why, and its
// file names no process that lives.
func (s *Server) gone() bool {
	text, err := os.ReadFile(s.log())
	if err != nil || !strings.Contains(string(text), "FATAL") {
		return false
	}
	if _, err := os.Stat(s.pidFile()); err != nil {
		return true
	}
	pid, err := s.pid()
	return err == nil && !alive(pid) // it may be writing the file
}

// URL names a database of the server, reached by its socket.
func (s *Server) URL(database string) string {
	q := url.Values{"host": {s.home}, "port": {fmt.Sprint(s.port)}, "user": {superuser}}
	return (&url.URL{Scheme: "postgres", Path: "/" + database, RawQuery: q.Encode()}).String()
}

// TCP names a database of the server, reached by [Server.Addr].
func (s *Server) TCP(database string) string {
	return (&url.URL{Scheme: "postgres", User: url.User(superuser), Host: s.Addr(), Path: "/" + database, RawQuery: "sslmode=disable"}).String()
}

// Addr is where the server listens, on the loopback.
func (s *Server) Addr() string { return fmt.Sprintf("127.0.0.1:%d", s.port) }

// Kill ends the server as kill -9 of it does: nothing is flushed, no session is told.
// [Server.Restart] brings it back.
func (s *Server) Kill() error {
	pid, err := s.pid()
	if err != nil {
		return err
	}
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Kill()
	}
	if err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	if _, err := s.parent.WriteString("keep\n"); err != nil {
		return fmt.Errorf("pgtest: %w", err)
	}
	s.halt()
	return nil
}

// pid is that of the server, from the first line of the file it leaves.
func (s *Server) pid() (int, error) {
	text, err := os.ReadFile(s.pidFile())
	if err != nil {
		return 0, fmt.Errorf("pgtest: the server does not run: %w", err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return 0, fmt.Errorf("pgtest: the server left no pid: %w", err)
	}
	return pid, nil
}

// Restart runs the server again after [Server.Kill], on the same port, and returns when
// it has recovered. What is left of the killed one may take a moment to go away.
func (s *Server) Restart() error {
	err := s.launch()
	for end := time.Now().Add(patience); err != nil && time.Now().Before(end); err = s.launch() {
		if _, werr := s.parent.WriteString("keep\n"); werr != nil {
			return errors.Join(err, werr)
		}
		s.halt()
		time.Sleep(50 * time.Millisecond) // the killed one's processes are not ours to wait for
	}
	return err
}

// Stop ends the server at once and removes its files. Idempotent.
func (s *Server) Stop() {
	s.stop.Do(func() {
		s.halt()
		_ = os.RemoveAll(s.home) // the shell has done it, unless there was none
	})
}

// halt ends the server, if it runs, and waits for its shell.
func (s *Server) halt() {
	if s.shell == nil {
		return
	}
	_ = s.parent.Close() // that is the signal; a closed pipe is closed
	_ = s.shell.Wait()   // how it ends says nothing
	s.shell = nil
}
