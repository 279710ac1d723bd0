package conditions

import "github.com/reprise-run/reprise/workflow"

var (
	progress = workflow.DefineQuery[workflow.None, int]("progress")
	rename   = workflow.DefineUpdate[string, string]("rename")
)

func parcel(ctx workflow.Context, in string) (string, error) {
	asked, name := 0, in
	_ = workflow.HandleQuery(ctx, progress, func(workflow.None) (int, error) {
		asked++ // want `RV016: writes asked in the function of a HandleQuery: return what the variables say`
		return asked, nil
	})
	_ = workflow.HandleUpdate(ctx, rename, func(ctx workflow.Context, to string) (string, error) {
		name = to
		return to, workflow.Sleep(ctx, 1)
	}, workflow.Validate(func(to string) error {
		name = to                     // want `RV016: writes name in the function of a Validate`
		return workflow.Sleep(ctx, 1) // want `RV016: uses the workflow.Context in the function of a Validate`
	}))
	return name, nil
}
