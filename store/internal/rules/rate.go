package rules

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// draw hands out tokens of a queue's rate, and returns how many.
//
// Q13. One token comes every Per/N, and tokens that are not drawn are kept up to [store.Rate.Depth]. A
// worker that asks gets what there is.
// Q14. Tokens that are given back count as never handed out.
// Q15. There are no tokens while the queue cools down. In the first, second, third and fourth second
// after that a token costs ten, five, two and a half, and one and a quarter times as much as usual; and
// the rate begins with at most one second's tokens.
func draw(q *store.Queue, o *store.ShareQueue, now time.Time) int {
	rate := q.Settings().Rate
	if rate.N == 0 {
		return 0
	}
	if o.Back > 0 && !q.TAT.IsZero() {
		q.TAT = q.TAT.Add(-time.Duration(min(o.Back, rate.Most())) * rate.Each())
	}
	if now.Before(q.CoolUntil) {
		return 0
	}
	n, after := tokens(rate, q.TAT, q.CoolUntil, q.Cools, now)
	if n = min(n, o.Tokens); n > 0 {
		q.TAT = Stamp(after(n))
	}
	return n
}

// tokens returns how many tokens of a rate there are now, and a func that returns the time to store
// once n are handed out. tat is when all tokens handed out so far are used up; coolUntil and cools
// describe the last cool-down.
func tokens(rate store.Rate, tat, coolUntil time.Time, cools int, now time.Time) (n int, after func(n int) time.Time) {
	cost := rate.Each()
	if quiet := now.Sub(coolUntil); cools > 0 && quiet < 4*time.Second {
		cost = 10 * cost >> int(quiet/time.Second)
	}
	full := now.Add(rate.Depth())
	switch {
	case tat.Before(now):
		tat = now
	case tat.After(now.Add(rate.Beyond())): // the clock was set back, the rate has changed, or a cool-down was ended: begin with one second's tokens
		tat = full.Add(-max(rate.Each(), time.Second))
	}
	return max(0, int(full.Sub(tat)/cost)), func(n int) time.Time { return tat.Add(time.Duration(n) * cost) }
}

// afterCooling returns the tat of a rate after a cool-down, so that the rate begins gently.
func afterCooling(rate store.Rate, tat, coolUntil time.Time) time.Time {
	if rate.N == 0 {
		return tat
	}
	if gentle := coolUntil.Add(rate.Depth() - time.Second); gentle.After(tat) {
		return gentle
	}
	return tat
}
