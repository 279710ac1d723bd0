package cli

import (
	"context"
	"fmt"
	"slices"

	flags "github.com/urfave/cli/v3"
)

// tree returns all commands.
func (a *app) tree() *flags.Command {
	root := &flags.Command{
		Name:  a.Name,
		Usage: "inspect and control the runs of a store",
		Flags: globalFlags(a),
		Commands: []*flags.Command{
			{Name: "run", Usage: "inspect and control runs", Commands: []*flags.Command{
				listCommand(a), showCommand(a), traceCommand(a), historyCommand(a),
				startCommand(a), signalCommand(a), cancelCommand(a), terminateCommand(a), resumeCommand(a), unqueueCommand(a),
				pauseCommand(a), unpauseCommand(a), retryCommand(a), repinCommand(a), resetCommand(a), requeueCommand(a), deleteCommand(a),
				queryCommand(a), updateCommand(a), resolveCommand(a), rejectCommand(a), resultCommand(a), exportCommand(a),
			}},
			{Name: "batch", Usage: "control all runs that a filter selects", Commands: batchCommands(a)},
			{Name: "activity", Usage: "list activities of all runs", Commands: []*flags.Command{activitiesCommand(a)}},
			topCommand(a),
			{Name: "worker", Usage: "list the workers, drain one", Commands: workerCommands(a)},
			{Name: "queue", Usage: "list the queues, pause them, set their limits", Commands: queueCommands(a)},
			{Name: "schedule", Usage: "list schedules, pause them, backfill them", Commands: scheduleCommands(a)},
			{Name: "db", Usage: "inspect and maintain the store", Commands: dbCommands(a)},
			replayCommand(a), preflightCommand(a), versionsCommand(a), helpCommand(a),
		},
		Version:      version(),
		Before:       a.begin,
		ArgValidator: a.checkArgs,
		Writer:       a.Stdout, ErrWriter: a.Stderr, Reader: a.Stdin,
		ExitErrHandler:                  func(context.Context, *flags.Command, error) {}, // code decides
		EnableShellCompletion:           true,
		ConfigureShellCompletionCommand: func(c *flags.Command) { c.Hidden = false; a.settle(c) },
	}
	if a.Serve != nil {
		root.Commands = append(root.Commands, serveCommand(a))
	}
	for _, x := range a.Extra {
		root.Commands = append(root.Commands, extraCommand(a, x))
	}
	a.settle(root)
	return root
}

// dbCommands returns the commands about the store as a whole.
func dbCommands(a *app) []*flags.Command {
	all := []*flags.Command{statsCommand(a), doctorCommand(a), retainCommand(a), restoredCommand(a)}
	if a.Runtime == nil && a.Migrator != nil {
		all = append(all, migrateCommand(a))
	}
	return all
}

// helpCommand replaces the library's, which looks only one word deep.
func helpCommand(a *app) *flags.Command {
	return &flags.Command{
		Name: "help", Aliases: []string{"h"}, Usage: "show help for a command", ArgsUsage: "[COMMAND...]", HideHelp: true,
		Action: func(ctx context.Context, c *flags.Command) error {
			at, above := c.Root(), c.Root()
			for i, name := range c.Args().Slice() {
				if x := a.extra(at, name); x != nil { // only the command knows its arguments
					return x.do(ctx, append(slices.Clone(c.Args().Slice()[i+1:]), "--help"))
				}
				of := at.Command(name)
				if of == nil {
					return a.noCommand(ctx, at, name)
				}
				at, above = of, at
			}
			if at == above {
				return flags.ShowRootCommandHelp(at)
			}
			return flags.ShowCommandHelp(ctx, above, at.Name)
		},
	}
}

func globalFlags(a *app) []flags.Flag {
	all := []flags.Flag{
		&flags.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "`FORMAT` of the output: table, json or jsonl (default: table on a terminal, else json)",
			Validator: oneOf("table", "json", "jsonl"), Destination: &a.output},
		&flags.StringFlag{Name: "time", Usage: "show times in tables as `HOW`: relative, local or utc",
			Value: "relative", Validator: oneOf("relative", "local", "utc"), Destination: &a.Times},
		&flags.BoolFlag{Name: "no-color", Usage: "without colours (NO_COLOR)", Destination: &a.plain},
	}
	if a.Runtime == nil {
		all = append(all,
			&flags.StringFlag{Name: "db", Usage: "the `STORE`: a SQLite file, postgres://USER@HOST/DATABASE, or what else this program opens (REPRISE_DB)", Value: a.Getenv("REPRISE_DB")},
			&flags.StringFlag{Name: "namespace", Usage: "`NAME` of the namespace (REPRISE_NAMESPACE)", Value: a.Getenv("REPRISE_NAMESPACE")})
	}
	return append(all, serverFlags(a)...)
}

// settle makes every command below c answer a wrong line in the same way, and lets no workflow
// id be taken for the name of a help command.
func (a *app) settle(c *flags.Command) {
	c.OnUsageError = a.wrongFlag
	if len(c.Commands) == 0 {
		c.HideHelpCommand = true
		return
	}
	c.Action = a.group
	for _, sub := range c.Commands {
		a.settle(sub)
	}
}

// extraCommand returns a command that parses the arguments after its name itself.
func extraCommand(a *app, x Extra) *flags.Command {
	return &flags.Command{
		Name: x.Name, Usage: x.Usage, ArgsUsage: "[ARGUMENTS...]", SkipFlagParsing: true, HideHelp: true,
		Action: func(ctx context.Context, c *flags.Command) error {
			if given := c.Root().LocalFlagNames(); len(given) > 0 {
				return wrongLine(fmt.Sprintf("%s has flags of its own, after its name: it does not take --%s", x.Name, given[0]), a.Call+" "+x.Name+" --help")
			}
			return x.do(ctx, c.Args().Slice())
		},
	}
}

// extra returns the program's own command with this name below c.
func (a *app) extra(c *flags.Command, name string) *Extra {
	at := slices.IndexFunc(a.Extra, func(x Extra) bool { return x.Name == name })
	if at < 0 || c != c.Root() {
		return nil
	}
	return &a.Extra[at]
}

func (x *Extra) do(ctx context.Context, args []string) error {
	if code := x.Run(ctx, args); code != codeDone {
		return &exitError{code: code}
	}
	return nil
}
