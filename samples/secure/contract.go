package main

import (
	"context"
	"fmt"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/activity"
	"github.com/reprise-run/reprise/workflow"
)

// Referral is a doctor's message: access to the database alone must not be enough to read it.
type Referral struct {
	Patient string `json:"patient"`
	Finding string `json:"finding"`
}

// Reply is what a specialist answers, after days or weeks.
type Reply struct {
	Advice string `json:"advice"`
}

// Letter is what the doctor receives.
type Letter struct {
	Text string `json:"text"`
}

// Sent confirms that a letter is on its way.
type Sent struct{}

var (
	refer   = workflow.Define[Referral, Letter]("refer")
	replied = workflow.DefineSignal[Reply]("replied")
	ask     = activity.Define[Referral, Sent]("ask", activity.Policy{StartToClose: time.Minute})
	write   = activity.Define[Letter, Letter]("write", activity.Policy{StartToClose: time.Minute})
)

// referPatient asks a specialist, waits for the reply, and writes a letter. It knows
// nothing about keys.
func referPatient(ctx workflow.Context, r Referral) (Letter, error) {
	if _, err := workflow.Execute(ctx, ask, r).Get(ctx); err != nil {
		return Letter{}, fmt.Errorf("ask: %w", err)
	}
	reply, err := workflow.Receive(ctx, replied)
	if err != nil {
		return Letter{}, err
	}
	return workflow.Execute(ctx, write, Letter{Text: r.Patient + ": " + reply.Advice}).Get(ctx)
}

// bindings returns the workflow and its activities. post stands for a service that sends letters.
func bindings(post func(context.Context, string) error) []reprise.Binding {
	return []reprise.Binding{
		refer.Bind(referPatient),
		ask.Bind(func(ctx context.Context, r Referral) (Sent, error) {
			return Sent{}, post(ctx, "please look at "+r.Patient+": "+r.Finding)
		}),
		write.Bind(func(ctx context.Context, l Letter) (Letter, error) { return l, post(ctx, l.Text) }),
	}
}
