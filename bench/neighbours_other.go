//go:build !linux

package main

import "time"

// busy is not known here.
func busy() time.Duration { return 0 }

// stolen is not, either.
func stolen() time.Duration { return 0 }

func parent(int) int { return 0 }

func familyTime(int) time.Duration { return 0 }
