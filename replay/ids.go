package replay

import "github.com/google/uuid"

type runID = uuid.UUID

const (
	maxTaskCommands = 10000
	maxTaskBytes    = 16 << 20
)
