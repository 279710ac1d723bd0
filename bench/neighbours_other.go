//go:build !linux

package main

import "time"

// busy is unknown here.
func busy() time.Duration { return 0 }

// stolen is unknown here.
func stolen() time.Duration { return 0 }

func parent(int) int { return 0 }

func familyTime(int) time.Duration { return 0 }
