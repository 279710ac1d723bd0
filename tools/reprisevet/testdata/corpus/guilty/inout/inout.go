// Package inout does its work itself.
package inout

import (
	"database/sql"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/reprise-run/reprise/workflow"
)

func order(ctx workflow.Context, db *sql.DB) (string, error) {
	fmt.Println("begins")                   // want `RV005: calls fmt.Println: use workflow.Logger`
	fmt.Fprintln(os.Stderr, "begins")       // want `RV005: uses os.Stderr`
	log.Printf("begins")                    // want `RV005: calls log.Printf: use workflow.Logger`
	slog.Info("begins")                     // want `RV005: calls slog.Info: use workflow.Logger`
	_, err := os.ReadFile("prices")         // want `RV005: calls os.ReadFile: do it in an activity and call that with workflow.Execute`
	_, _ = http.Get("http://prices.test")   // want `RV005: calls http.Get`
	_, _ = net.Dial("tcp", "prices.test:1") // want `RV005: calls net.Dial`
	_, _ = db.Exec("DELETE FROM t")         // want `RV005: calls sql.DB.Exec`
	_ = exec.Command("ls").Run()            // want `RV005: calls exec.Command`
	_, _ = filepath.Glob("*")               // want `RV005: calls filepath.Glob`
	println("ends")                         // want `RV005: calls println`
	return "", err
}
