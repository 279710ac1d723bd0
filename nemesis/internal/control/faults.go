package control

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/reprise-run/reprise/internal/pgproxy"
)

// faults are all that can be done to the processes and to the server.
var faults = []fault{
	{"kill", false, (*nemesis).kill},
	{"kill_all", false, (*nemesis).killAll},
	{"pause", false, (*nemesis).freeze},
	{"stop", false, (*nemesis).term},
	{"server_kill", true, (*nemesis).killServer},
	{"terminate_backends", true, (*nemesis).terminate},
	{"cut_connections", true, (*nemesis).cutLine},
	{"commit_request_lost", true, spoil(pgproxy.DropRequest)},
	{"commit_reply_lost", true, spoil(pgproxy.DropReply)},
	{"commit_held", true, spoil(pgproxy.Hold)},
	{"slow_lines", true, (*nemesis).slow},
	{"silence", true, (*nemesis).silence},
	{"outage", true, (*nemesis).outage},
}

// kill ends one worker.
func (n *nemesis) kill(r *rand.Rand) bool {
	_, p := n.crew.pick(r)
	if p == nil {
		return false
	}
	owned := n.takeover.before(n.ctx, p.pid())
	p.kill()
	n.takeover.after(owned)
	return true
}

// killAll ends them all.
func (n *nemesis) killAll(*rand.Rand) bool {
	all := n.crew.up()
	for _, p := range all {
		p.kill()
	}
	return len(all) > 0
}

// freeze stops a worker for longer than its lease and wakes it: it finds that others
// have what was its own.
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

// slowStop is longer than a worker may take to stop.
const slowStop = 15 * time.Second

// term tells a worker to stop, while nothing is wrong with the server and was not for
// a while: what it then leaves behind it has lost.
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
		n.wrong("I15", fmt.Errorf("process %s was told to stop in peace and had not after %v", p.name, slowStop))
		return true
	}
	if p.clean() {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.cleans[p.name] = last
	}
	return true
}
