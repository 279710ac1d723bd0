package engine_test

import (
	"reflect"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/engine"
)

// process is what a Runtime is made of, which it keeps to itself.
func process(rt *reprise.Runtime) *engine.Process {
	return (*engine.Process)(reflect.ValueOf(rt).Elem().FieldByName("process").UnsafePointer())
}

func inside(rt *reprise.Runtime) engine.Inside { return process(rt).Inside() }
