package prom_test

import (
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/contrib/prom"
	"github.com/reprise-run/reprise/failure"
)

// A label takes only text. A code that is none ends no worker, and the rest is collected.
func TestACodeThatIsNoTextIsMeasured(t *testing.T) {
	collector := prom.New(prom.Options{Logger: quiet})
	registry := prometheus.NewPedanticRegistry()
	if err := registry.Register(collector); err != nil {
		t.Fatal(err)
	}
	collector.Config(reprise.Config{}).Observer.ActivityEnded(reprise.ActivityEnded{Activity: "charge", Queue: "default", End: reprise.AttemptDone, Err: failure.New("\xff", "broken")})
	all, err := registry.Gather()
	if err != nil || len(all) == 0 {
		t.Errorf("%d families, %v", len(all), err)
	}
}
