package store

import "strconv"

// Closed reports whether s is the status of a run that has ended.
func (s Status) Closed() bool { return s >= Completed && s <= Continued }

// String returns the status as one word, as logs and listings show it.
func (s Status) String() string {
	return word(int(s), "", "open", "completed", "failed", "cancelled", "terminated", "continued")
}

// String returns the code in words.
func (c Code) String() string {
	return word(int(c), "done", "fenced", "refused", "exists", "not found", "closed", "full", "held back", "locked", "paused")
}

// String returns the kind as one word.
func (k EntryKind) String() string {
	return word(int(k), "", "signal", "cancel", "activity", "timer", "child", "update", "note", "promise")
}

// String returns the action as one word.
func (s Steering) String() string {
	return word(int(s), "", "pause", "unpause", "retry", "repin", "adopt")
}

// String returns what a commit does with its run, as one word.
func (t Then) String() string { return word(int(t), "keep", "park", "close") }

func word(n int, words ...string) string {
	if n >= 0 && n < len(words) && words[n] != "" {
		return words[n]
	}
	return strconv.Itoa(n)
}
