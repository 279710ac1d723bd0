package engine

// growStack makes the stack of a goroutine that has just begun as large as a step needs,
// while there is nothing on it. It would grow twice on the way, and each time the runtime
// moves what it holds, frame by frame.
//
//go:noinline
func growStack(n int) byte {
	var space [4 << 10]byte
	return space[n]
}
