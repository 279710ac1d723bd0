package kept

import "github.com/reprise-run/reprise/activity"

var nothing = activity.Define[int, int]("nothing")
