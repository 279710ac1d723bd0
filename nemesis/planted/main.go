package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"
)

func main() {
	list := flag.Bool("list", false, "name the bugs and what catches them")
	by := flag.String("by", "", `try only commands that begin with this: "go test" or "nemesis"`)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	missed, err := run(ctx, os.Stdout, flag.Args(), *list, *by)
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "planted:", err)
		os.Exit(2)
	case missed > 0:
		fmt.Fprintf(os.Stdout, "%d bugs are not caught\n", missed)
		os.Exit(1)
	}
}

// run plants the bugs and returns how many nothing caught.
func run(ctx context.Context, out io.Writer, names []string, list bool, by string) (missed int, err error) {
	all, err := bugs()
	if err != nil {
		return 0, err
	}
	if all, err = chosen(all, names); err != nil {
		return 0, err
	}
	dir, err := root()
	if err != nil {
		return 0, err
	}
	for _, b := range all {
		fmt.Fprintf(out, "%s: %s\n", b.name, b.what)
		if list {
			for _, c := range b.catches {
				fmt.Fprintf(out, "  caught by %s\n", c)
			}
			continue
		}
		caught, err := plant(ctx, out, dir, b, by)
		if err != nil {
			return missed, fmt.Errorf("%s: %w", b.name, err)
		}
		if !caught {
			missed++
		}
	}
	return missed, nil
}

// plant runs every command that must catch the bug, compiled with the bug. It reports each
// command that no longer catches it.
func plant(ctx context.Context, out io.Writer, root string, b bug, by string) (caught bool, err error) {
	dir, err := os.MkdirTemp("", "reprise-planted-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	overlay, packages, err := graft(ctx, root, dir, b.text)
	if err != nil {
		return false, err
	}
	if err := compile(ctx, root, overlay, packages); err != nil {
		return false, err
	}
	for _, command := range b.catches {
		if !strings.HasPrefix(command, by) {
			continue
		}
		what, took, err := try(ctx, root, overlay, command)
		switch {
		case err != nil:
			fmt.Fprintf(out, "  NO VERDICT of %s: %v\n", command, err)
		case what == "":
			fmt.Fprintf(out, "  NOT caught by %s (%v)\n", command, took.Round(time.Second))
		default:
			caught = true
			fmt.Fprintf(out, "  caught in %v by %s: %s\n", took.Round(100*time.Millisecond), command, what)
		}
	}
	return caught, ctx.Err()
}
