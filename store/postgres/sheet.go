package postgres

import (
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"
)

// sheet is where a connection of the store's own puts together what it sends. The driver
// begins with 1 KB, grows that as it adds the parts of a batch, and lets go of it when it is
// sent. To the driver a sheet is a message of no bytes: what comes after it is written
// behind it, to the memory that it brings along. That is the sheet's again when all is sent,
// before the next statement.
type sheet struct{ room []byte }

// sheetSize is enough for the largest batch of a worker, which has 1 MiB of history and
// payloads. What is not used of it is not touched. In a worker whose heap is small it does
// more than that: Go collects garbage when as much was allocated again as there is, and so
// half as often.
const sheetSize = 1<<20 + 64<<10

const sheetKey = "reprise sheet"

// lay puts the connection's sheet under what is sent next.
func lay(c *pgx.Conn) {
	if s, ok := c.PgConn().CustomData()[sheetKey].(*sheet); ok {
		c.PgConn().Frontend().Send(s)
	}
}

func giveSheet(c *pgx.Conn) {
	c.PgConn().CustomData()[sheetKey] = &sheet{room: make([]byte, 0, sheetSize)}
}

var _ pgproto3.FrontendMessage = (*sheet)(nil)

// Encode returns what waits to be sent, in the room of the sheet.
func (s *sheet) Encode(waits []byte) ([]byte, error) {
	if cap(waits) >= cap(s.room) { // it is there already
		return waits, nil
	}
	return append(s.room[:0], waits...), nil
}

// Frontend says that it is a client's message.
func (*sheet) Frontend() {}

// Decode is never called: nobody sends one.
func (*sheet) Decode([]byte) error {
	return errors.New("postgres: a sheet is no message of the protocol")
}
