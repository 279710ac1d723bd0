// Command bench measures an engine on a store against the machine's own limit.
package main

import (
	"fmt"

	"github.com/reprise-run/reprise/replay"
)

func main() { fmt.Println(replay.Level) }
