package rules

import (
	"time"

	"github.com/reprise-run/reprise/store"
)

// draw hands out tokens of a queue's rate, and says how many.
//
// Q13. A token comes with each Per/N of time, and what is not drawn is kept up to [store.Rate.Depth]. Whoever asks gets what there is.
// Q14. Tokens that come back are as if they had not been handed out.
// Q15. While the queue cools down there are none. In the four seconds after that a token costs ten, five, two and a half times, and
// once and a quarter, what it costs else; and it begins with a second's tokens at most.
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

// tokens is how many tokens of a rate there are now, and the time to note once some are handed out. The rest is as of a queue that has
// it: when all that was handed out is used up, and the last cool-down.
func tokens(rate store.Rate, tat, coolUntil time.Time, cools int, now time.Time) (n int, after func(n int) time.Time) {
	cost := rate.Each()
	if quiet := now.Sub(coolUntil); cools > 0 && quiet < 4*time.Second {
		cost = 10 * cost >> int(quiet/time.Second)
	}
	full := now.Add(rate.Depth())
	switch {
	case tat.Before(now):
		tat = now
	case tat.After(now.Add(rate.Beyond())): // the clock was set back, the rate is another one, or a cool-down was ended: it begins with a second's tokens
		tat = full.Add(-max(rate.Each(), time.Second))
	}
	return max(0, int(full.Sub(tat)/cost)), func(n int) time.Time { return tat.Add(time.Duration(n) * cost) }
}

// afterCooling is when all tokens of a rate are used up that were handed out, so that it begins gently after a cool-down.
func afterCooling(rate store.Rate, tat, coolUntil time.Time) time.Time {
	if rate.N == 0 {
		return tat
	}
	if gentle := coolUntil.Add(rate.Depth() - time.Second); gentle.After(tat) {
		return gentle
	}
	return tat
}
