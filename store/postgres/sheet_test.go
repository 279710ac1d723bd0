package postgres

import (
	"bytes"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"
)

// What a connection sends is the same with a sheet under it, whatever waits to be sent
// already, and is put together there as long as there is room.
func TestWhatIsSentIsPutTogetherOnTheSheet(t *testing.T) {
	s := &sheet{room: make([]byte, 0, sheetSize)}
	var plain, sent bytes.Buffer
	usual, ours := pgproto3.NewFrontend(nil, &plain), pgproto3.NewFrontend(nil, &sent)
	for _, size := range []int{10, 3000, 20, 40000, sheetSize, 30, 5000} {
		for _, waits := range []bool{false, true} {
			plain.Reset()
			sent.Reset()
			for _, f := range []*pgproto3.Frontend{usual, ours} {
				if waits {
					f.Send(&pgproto3.Parse{Query: "SELECT $1"})
				}
				if f == ours {
					f.Send(s)
				}
				f.SendBind(&pgproto3.Bind{Parameters: [][]byte{bytes.Repeat([]byte{byte(size)}, size)}})
				f.SendSync(&pgproto3.Sync{})
				if err := f.Flush(); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.Equal(plain.Bytes(), sent.Bytes()) {
				t.Fatalf("an argument of %d bytes: %d bytes are sent, %d without a sheet", size, sent.Len(), plain.Len())
			}
			if size < sheetSize && !bytes.HasPrefix(s.room[:sheetSize], sent.Bytes()) {
				t.Errorf("an argument of %d bytes was put together elsewhere", size)
			}
		}
	}
	if n := testing.AllocsPerRun(100, func() {
		ours.Send(s)
		ours.SendBind(&pgproto3.Bind{PreparedStatement: "s", Parameters: [][]byte{s.room[:40000:40000]}})
		if err := ours.Flush(); err != nil {
			t.Error(err)
		}
		sent.Reset()
	}); n > 3 { // the message, its list of arguments, and what the driver begins the next one with
		t.Errorf("%v allocations for 40,000 bytes", n)
	}
}
