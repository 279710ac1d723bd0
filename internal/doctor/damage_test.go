package doctor_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/reprise-run/reprise/internal/doctor"
	"github.com/reprise-run/reprise/store"
)

// Whatever becomes of the rows of one run, the examination goes on, and the other runs
// have no finding. A byte that is not the one that was written is always found.
func TestNoDamageOfOneRunHarmsTheExamination(t *testing.T) {
	for seed := range uint64(1000) {
		random := rand.New(rand.NewPCG(seed, 1))
		f := sound(t)
		victim := f.runs[random.IntN(2)]
		what := harm(random, victim)
		r, findings := examine(t, f, doctor.Options{})
		if r.Runs != 3 {
			t.Errorf("seed %d, %s: looked at %d runs, want 3", seed, what, r.Runs)
		}
		if len(findings) == 0 && what != "mended" {
			t.Errorf("seed %d, %s: nothing was found", seed, what)
		}
		for _, x := range findings {
			if x.WorkflowID != victim.WorkflowID {
				t.Errorf("seed %d, %s of %s: %s", seed, what, victim.WorkflowID, show(x))
			}
		}
	}
}

// A history that ends early because retention is removing it is no damage.
func TestWhatRetentionRemovesMeanwhileIsNoDamage(t *testing.T) {
	f := sound(t)
	victim := f.runs[1]
	victim.rows = victim.rows[:1]
	if _, findings := examine(t, f, doctor.Options{}); len(findings) == 0 {
		t.Fatal("nothing is found although a history ends early")
	}
	f.removed = map[store.RunID]bool{victim.ID: true}
	_, findings := examine(t, f, doctor.Options{})
	for _, x := range findings {
		t.Errorf("of a run that was removed meanwhile: %s", show(x))
	}
}

// harm damages the rows of r and says how.
func harm(random *rand.Rand, r *testRun) string {
	i := random.IntN(len(r.rows))
	row := &r.rows[i]
	row.Data = slices.Clone(row.Data)
	at := random.IntN(len(row.Data))
	switch random.IntN(6) {
	case 0:
		row.Data[at] ^= byte(1 + random.IntN(255))
		return "flipped"
	case 1: // by somebody who knows about checksums
		row.Data[at] ^= byte(1 + random.IntN(255))
		row.Data = mend(row.Data)
		return "mended"
	case 2:
		row.Data = row.Data[:at]
		return "cut"
	case 3:
		r.rows = slices.Delete(r.rows, i, i+1)
		return "deleted"
	case 4:
		r.rows = slices.Insert(r.rows, i, *row)
		return "doubled"
	}
	row.N += 1 + random.IntN(1<<40)
	return "miscounted"
}

// mend makes the checksums of a row right as far as its frames go.
func mend(data []byte) []byte {
	data = bytes.Clone(data)
	for at := 0; len(data)-at >= 8; {
		n := int(binary.BigEndian.Uint32(data[at:]))
		if n > len(data)-at-8 {
			break
		}
		binary.BigEndian.PutUint32(data[at+4:], crc32.Checksum(data[at+8:at+8+n], crc32.MakeTable(crc32.Castagnoli)))
		at += 8 + n
	}
	return data
}
