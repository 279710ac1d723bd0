package history

import "time"

// Limits of a history. They are part of the format: what is encoded within them can always be decoded.
const (
	// MaxTaskBytes is how much one task may append, MaxTaskCommands how many
	// commands. The code that composes a task enforces them. This package only
	// checks that no event is larger than MaxTaskBytes.
	MaxTaskBytes    = 16 << 20
	MaxTaskCommands = 10000
	// MaxOpen is how many activities and timers a run may have open. One task can cancel all of them:
	// cancellations do not count against MaxTaskCommands.
	MaxOpen = 100_000
	// MaxTaskInput is how many bytes of external events one task takes in, MaxTaskInputs how many events;
	// the next task takes the rest. The largest event that is accepted is smaller.
	MaxTaskInput  = MaxTaskBytes / 2
	MaxTaskInputs = 2000
	// MaxRowBytes is the size from which a task is written as several rows.
	MaxRowBytes = 1 << 20
	// DefaultGrace is how long a run may clean up after its deadline, unless it asks for another time.
	DefaultGrace = time.Minute
	// MaxReuseKey limits the key of a kept result, in bytes, and MaxKeepFor the time for which one is
	// kept.
	MaxReuseKey = 500
	MaxKeepFor  = 100 * 365 * 24 * time.Hour
	// MaxPartition limits the key of a queue's partition, in bytes. Stores index it beside two names.
	MaxPartition = 500
	// MaxPayload is the largest encoded value.
	MaxPayload = 2 << 20
	// MaxDetails limits the encoded details of one failure, in bytes.
	MaxDetails = 64 << 10
	// MaxDecoded is the largest value that transforms may reduce to a smaller payload, or keep elsewhere.
	MaxDecoded = 64 << 20
	// WarnEvents is the length from which a run should continue as a new one.
	WarnEvents = 10240

	// ContinueBytes is how many bytes of payloads make a history long.
	ContinueBytes = 8 << 20

	// MaxHeaders is how many headers travel with an event, MaxHeaderBytes how many bytes their names and
	// values have together.
	MaxHeaders     = 32
	MaxHeaderBytes = 64 << 10
	// MaxKnown is how many ids of signals, and of updates, a run knows from earlier runs of its chain.
	MaxKnown = 10000
	// MaxAttrs is how many attributes a run may have, MaxAttrValues how many texts one of them may have,
	// and MaxAttrBytes how many bytes its texts may have together.
	MaxAttrs      = 64
	MaxAttrName   = 200 // bytes
	MaxAttrValues = 64
	MaxAttrBytes  = 1 << 10
	// MaxAbove is how many ancestors a run may have.
	MaxAbove = 32
	// MaxCodes limits the codes in a policy's NonRetryable.
	MaxCodes = 64
	// MaxCauses limits the failures in a chain of causes, including the first.
	MaxCauses = 16
	// MaxDepth is how deep arrays and maps of a msgpack value may be nested, MaxElements how many elements
	// they may have altogether.
	MaxDepth    = 64
	MaxElements = 1 << 20

	maxMessage = 4 << 10
	maxStack   = 16 << 10
	maxCode    = 1000
)

// DefaultQueue is the queue of a run that names none.
const DefaultQueue = "default"

// QueueOf returns a queue as [Started] has it: "" for the default.
func QueueOf(queue string) string {
	if queue == DefaultQueue {
		return ""
	}
	return queue
}
