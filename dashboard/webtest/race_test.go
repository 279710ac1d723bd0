//go:build race

package webtest

// slow is by how much longer all takes under the race detector.
const slow = 3
