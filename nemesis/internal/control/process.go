package control

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/reprise-run/reprise/nemesis/internal/worker"
)

// process is one worker process.
type process struct {
	name   string
	cmd    *exec.Cmd
	input  io.Closer     // closing it tells the process that its controller is gone
	exited chan struct{} // closed when the process has ended
	born   time.Time

	mu     sync.Mutex
	code   int  // exit code; -1: ended by a signal
	killed bool // by the controller
	termed bool // told to stop
	frozen bool // at any time
	still  bool // frozen now
}

// spawn starts a worker process whose log goes to a file of its own.
func spawn(binary, logs string, cfg worker.Config) (*process, error) {
	argument, err := cfg.Argument()
	if err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(logs, cfg.Name+".log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := &process{name: cfg.Name, cmd: exec.Command(binary, "worker", argument), exited: make(chan struct{}), born: time.Now()}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	// A group of its own: an interrupt from the terminal is for the controller.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if p.input, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.await()
	return p, nil
}

func (p *process) await() {
	err := p.cmd.Wait()
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	p.mu.Lock()
	p.code = code
	p.mu.Unlock()
	close(p.exited)
}

// pid returns the process id.
func (p *process) pid() int { return p.cmd.Process.Pid }

// alive reports whether the process has not ended.
func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return true
	}
}

// kill ends the process as kill -9 does, and waits for it.
func (p *process) kill() {
	p.mu.Lock()
	p.killed = true
	p.mu.Unlock()
	_ = p.cmd.Process.Kill() // fails only if it has ended already
	<-p.exited
}

// freeze stops the process until it is woken.
func (p *process) freeze() {
	p.mu.Lock()
	p.frozen, p.still = true, true
	p.mu.Unlock()
	_ = p.cmd.Process.Signal(syscall.SIGSTOP) // fails only if it has ended
}

func (p *process) wake() {
	p.mu.Lock()
	p.still = false
	p.mu.Unlock()
	_ = p.cmd.Process.Signal(syscall.SIGCONT) // likewise
}

// works reports whether the process is up, not frozen, and was not told to stop.
func (p *process) works() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.alive() && !p.still && !p.termed
}

// term tells the process to stop.
func (p *process) term() {
	p.mu.Lock()
	p.termed = true
	p.mu.Unlock()
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // likewise
}

// within waits at most d for the process to end.
func (p *process) within(d time.Duration) bool {
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case <-p.exited:
		return true
	case <-alarm.C:
		return false
	}
}

// calm disarms the process's crash point.
func (p *process) calm() { _ = p.cmd.Process.Signal(worker.Calm) } // fails only if it has ended

// verdict reports whether an ended process ended at a crash point. It returns an error if
// the way it ended is wrong.
func (p *process) verdict() (crashed bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.code == -1: // by a signal, which only the controller and a crash point send
		return !p.killed, nil
	case p.termed && (p.code == 0 || p.code == worker.ExitUnclean):
		return false, nil
	}
	return false, fmt.Errorf("process %s exited by itself with code %d: see its log", p.name, p.code)
}

// clean reports whether a process stopped when told, left nothing behind, and was never
// frozen.
func (p *process) clean() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.code == 0 && !p.frozen
}
