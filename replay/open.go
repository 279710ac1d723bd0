package replay

import "iter"

// openOps are the activities and timers without an end, by seq. Most runs have one or
// two at a time, for which a map is large and slow.
type openOps struct {
	n    int
	few  [2]*Op
	many map[int64]*Op // the others
}

// get returns nil for an op that has ended, or never was.
func (o *openOps) get(seq int64) *Op {
	for _, op := range o.few {
		if op != nil && op.seq == seq {
			return op
		}
	}
	return o.many[seq]
}

func (o *openOps) add(op *Op) {
	o.n++
	for i := range o.few {
		if o.few[i] == nil {
			o.few[i] = op
			return
		}
	}
	if o.many == nil {
		o.many = make(map[int64]*Op)
	}
	o.many[op.seq] = op
}

func (o *openOps) remove(op *Op) {
	o.n--
	for i := range o.few {
		if o.few[i] == op {
			o.few[i] = nil
			return
		}
	}
	delete(o.many, op.seq)
}

// all lists them in no order.
func (o *openOps) all() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for _, op := range o.few {
			if op != nil && !yield(op) {
				return
			}
		}
		for _, op := range o.many {
			if !yield(op) {
				return
			}
		}
	}
}
