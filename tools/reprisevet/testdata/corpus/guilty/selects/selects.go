// Package selects among channels.
package selects

import (
	"reflect"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, c chan int) (int, error) {
	select { // want `RV008: selects among channels: use workflow.Select`
	case n := <-c:
		return n, nil
	case c <- 2:
		close(c) // want `RV007`
	default:
	}
	i, _, _ := reflect.Select(nil) // want `RV008: calls reflect.Select`
	return i, nil
}
