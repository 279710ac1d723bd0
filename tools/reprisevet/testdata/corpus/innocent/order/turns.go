package order

import "github.com/reprise-run/reprise/workflow"

// turns takes what belongs to keys that it knows: which turn that is does not matter.
func turns(ctx workflow.Context, m map[string]int) (int, error) {
	var a, b, c int
	for k, v := range m {
		switch k {
		case "a":
			a = v
		case "b":
			b = v
		}
		if v > 0 && k == "c" {
			c = v
		}
	}
	for k, v := range m {
		if k == "d" {
			return v, nil
		}
	}
	return a - b*c, nil
}

func only(ctx workflow.Context, m map[string]int) (string, error) {
	if len(m) == 1 {
		for k := range m {
			return k, nil
		}
	}
	return "", nil
}
