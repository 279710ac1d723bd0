package history

import "time"

// Limits of a history. They are part of the format: what is encoded within them can
// be decoded for ever.
const (
	// MaxTaskBytes is how much one task may append, MaxTaskCommands how many
	// commands. Whoever composes a task keeps them; they are not checked here,
	// except that no event is larger than MaxTaskBytes.
	MaxTaskBytes    = 16 << 20
	MaxTaskCommands = 10000
	// MaxOpen is how many activities and timers a run may have open. All of them can be
	// cancelled in one task: cancellations do not count against MaxTaskCommands.
	MaxOpen = 100_000
	// MaxTaskInput is how many bytes of external events one task takes in, MaxTaskInputs how
	// many events; the next one takes the rest. The largest event that is accepted is smaller.
	MaxTaskInput  = MaxTaskBytes / 2
	MaxTaskInputs = 2000
	// MaxRowBytes is the size from which a task is written as several rows.
	MaxRowBytes = 1 << 20
	// DefaultGrace is how long a run may clean up after its deadline, unless something else is asked for.
	DefaultGrace = time.Minute
	// MaxReuseKey is the longest key in bytes under which a result is kept, and MaxKeepFor the longest time.
	MaxReuseKey = 500
	MaxKeepFor  = 100 * 365 * 24 * time.Hour
	// MaxPartition is the longest key in bytes of a partition of a queue. Stores have it in an index, beside two names.
	MaxPartition = 500
	// MaxPayload is the largest encoded value.
	MaxPayload = 2 << 20
	// MaxDetails is how many bytes the details of one failure may have when they are encoded.
	MaxDetails = 64 << 10
	// MaxDecoded is the largest value of which transforms make a payload that is smaller, or kept elsewhere.
	MaxDecoded = 64 << 20
	// WarnEvents is the length from which a run should end and start another that goes on.
	WarnEvents = 10240

	// ContinueBytes is from how many bytes of payloads on a history is long.
	ContinueBytes = 8 << 20

	// MaxHeaders is how many headers travel with an event, MaxHeaderBytes how many bytes
	// their names and values have together.
	MaxHeaders     = 32
	MaxHeaderBytes = 64 << 10
	// MaxKnown is how many ids of signals, and of updates, a run knows that earlier runs of its chain have taken.
	MaxKnown = 10000
	// MaxAttrs is how many attributes a run has, MaxAttrValues how many texts one of them, and
	// MaxAttrBytes how many bytes its texts have together.
	MaxAttrs      = 64
	MaxAttrName   = 200 // bytes
	MaxAttrValues = 64
	MaxAttrBytes  = 1 << 10
	// MaxAbove is how many runs may be above a run that another one has started.
	MaxAbove = 32
	// MaxCodes is how many codes a policy's NonRetryable holds.
	MaxCodes = 64
	// MaxCauses is how many failures a chain of causes holds, the first included.
	MaxCauses = 16
	// MaxDepth is how deep arrays and maps of a msgpack value may be nested,
	// MaxElements how many elements they may hold altogether.
	MaxDepth    = 64
	MaxElements = 1 << 20

	maxMessage = 4 << 10
	maxStack   = 16 << 10
	maxCode    = 1000
)

// DefaultQueue is the queue of a run that was started without another one.
const DefaultQueue = "default"

// QueueOf is a queue as [Started] has it: nothing for the default.
func QueueOf(queue string) string {
	if queue == DefaultQueue {
		return ""
	}
	return queue
}
