package order

import "github.com/reprise-run/reprise/workflow"

type whole interface {
	signed | ~uint | ~uint64
}

type signed interface{ ~int | ~int64 }

func sumOf[K comparable, V whole](m map[K]V) (sum V) {
	for _, v := range m {
		sum += v
	}
	return sum
}

func count[K comparable, V ~int | ~int64](m map[K]V) (sum V) {
	for _, v := range m {
		sum = sum + v
	}
	return sum
}

func generic(ctx workflow.Context, m map[string]int) (int, error) {
	return sumOf(m) + count(m), nil
}
