package engine_test

import (
	"reflect"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/engine"
)

// process returns the process inside a Runtime, which is not exported.
func process(rt *reprise.Runtime) *engine.Process {
	return (*engine.Process)(reflect.ValueOf(rt).Elem().FieldByName("process").UnsafePointer())
}

func inside(rt *reprise.Runtime) engine.Inside { return process(rt).Inside() }
