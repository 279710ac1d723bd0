package control

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/internal/pgproxy"
)

// faults lists all faults of the processes and of the server.
var faults = []fault{
	{kind: "kill", do: (*nemesis).kill},
	{kind: "kill_all", do: (*nemesis).killAll},
	{kind: "pause", do: (*nemesis).freeze},
	{kind: "stop", do: (*nemesis).term},
	{kind: "server_kill", server: true, do: (*nemesis).killServer},
	{kind: "terminate_backends", server: true, do: (*nemesis).terminate},
	{kind: "cut_connections", server: true, do: (*nemesis).cutLine},
	{kind: "commit_request_lost", server: true, do: spoil(pgproxy.DropRequest)},
	{kind: "commit_reply_lost", server: true, do: spoil(pgproxy.DropReply)},
	{kind: "commit_held", server: true, do: spoil(pgproxy.Hold)},
	{kind: "slow_lines", server: true, do: (*nemesis).slow},
	{kind: "silence", server: true, do: (*nemesis).silence},
	{kind: "outage", server: true, do: (*nemesis).outage},
	{kind: "far_server", server: true, do: ready, then: (*nemesis).far, long: true},
	{kind: "backlog", server: true, do: (*nemesis).pile, then: (*nemesis).behind, long: true},
	{kind: "promotion", server: true, do: (*nemesis).promote, long: true},
}

// ready does nothing: only the second part of the fault matters.
func ready(*nemesis, *rand.Rand) bool { return true }

// kill ends one worker.
func (n *nemesis) kill(r *rand.Rand) bool {
	p := n.crew.prey(r)
	if p == nil {
		return false
	}
	owned := n.takeover.before(n.ctx, p.pid())
	p.kill()
	n.takeover.after(owned)
	return true
}

// killAll ends all workers.
func (n *nemesis) killAll(*rand.Rand) bool {
	all := n.crew.up()
	for _, p := range all {
		p.kill()
	}
	return len(all) > 0
}

// freeze stops a worker for longer than its lease and wakes it. By then others own what it
// believes it owns.
func (n *nemesis) freeze(r *rand.Rand) bool {
	_, p := n.crew.pick(r)
	if p == nil {
		return false
	}
	p.freeze()
	defer p.wake()
	n.sleep(n.beyond(r))
	return true
}

// slowStop bounds how long a worker may take to stop.
const slowStop = 45 * time.Second

// term tells a worker to stop while the server is healthy and has been for a while. A worker
// that leaves work behind then has failed.
func (n *nemesis) term(r *rand.Rand) bool {
	n.peace.Lock()
	defer n.peace.Unlock()
	n.sleep(n.opts.TTL + time.Second)
	_, p := n.crew.pick(r)
	if p == nil {
		return false
	}
	n.mu.Lock()
	last := len(n.ledger.Since(0))
	n.stops[p.name] = last
	n.mu.Unlock()
	p.term()
	if !p.within(slowStop) {
		p.kill()
		n.wrong("I15", fmt.Errorf("process %s did not stop cleanly within %v", p.name, slowStop))
		return true
	}
	if p.clean() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.cleans[p.name] = last
	}
	return true
}
