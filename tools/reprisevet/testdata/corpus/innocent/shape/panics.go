package shape

import (
	"fmt"
	"reflect"
	"runtime/debug"

	"github.com/reprise-run/reprise/workflow"
)

func recovers(ctx workflow.Context, in any) (s string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v at %d", r, len(debug.Stack()))
		}
	}()
	v := reflect.ValueOf(in)
	for i := range v.NumField() {
		s += v.Type().Field(i).Name
	}
	if s == "" {
		panic("no fields")
	}
	return s, nil
}
