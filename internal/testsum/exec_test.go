package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// The test binary is testsum, and the program that it runs.
func TestMain(m *testing.M) {
	switch os.Getenv("TESTSUM") {
	case "exec":
		os.Exit(execute(os.Args[1:], os.Stdout))
	case "":
		os.Exit(m.Run())
	}
}

const work = "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"

func TestTheTimeOfAProcessThatIsLeftBehindIsCounted(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // the programs are a shell's
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, script string
		code         int
		works        bool
	}{
		{"ends", "exit 0", 0, false},
		{"fails", "exit 3", 3, false},
		{"is killed", "kill -9 $$", 2, false},
		{"works", work, 0, true},
		{"leaves one that works", "(" + work + ") & exit 0", 0, runtime.GOOS == "linux"},
	} {
		var out bytes.Buffer
		cmd := exec.Command(program, "sh", "-c", c.script)
		cmd.Env, cmd.Stdout = append(os.Environ(), "TESTSUM=exec"), &out
		_ = cmd.Run() // the exit code says more
		if code := cmd.ProcessState.ExitCode(); code != c.code {
			t.Errorf("%s: exit code %d, want %d", c.name, code, c.code)
		}
		text, ok := strings.CutPrefix(out.String(), spent)
		took, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if !ok || err != nil || c.works && took == 0 {
			t.Errorf("%s: it says %q", c.name, &out)
		}
	}
}
