package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/internal/inspect"
)

func TestServeSaysWhereItAnswers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("sesame\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	none := filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		args, env string
		want      inspect.Serving
		says      string
		code      int
	}{
		{args: "serve -o table", want: inspect.Serving{Listen: "127.0.0.1:8099"}, says: "the dashboard: http://here/\ntry: curl http://here/api/v1/runs\n"},
		{args: "serve --listen :80 --read-only -o jsonl", want: inspect.Serving{Listen: ":80", ReadOnly: true}, says: `{"url":"http://here/","api":"http://here/api/v1/","read_only":true,"token":false}` + "\n"},
		{args: "serve --token-file " + file, want: inspect.Serving{Listen: "127.0.0.1:8099", Token: "sesame", Who: "the holder of the token"}, says: `"token": true`},
		{args: "serve -o table", env: "secret", want: inspect.Serving{Listen: "127.0.0.1:8099", Token: "secret"}, says: "try: curl -H \"Authorization: Bearer $REPRISE_TOKEN\" http://here/api/v1/runs\n"},
		{args: "serve", env: "secret", want: inspect.Serving{Listen: "127.0.0.1:8099", Token: "secret", Who: "the holder of the token"}, says: `"token": true`},
		{args: "serve --token-file " + none, says: "there is no file", code: codeNotFound},
		{args: "serve --listen taken", want: inspect.Serving{Listen: "taken"}, says: "the address is in use", code: codeFailed},
	} {
		var got inspect.Serving
		var out bytes.Buffer
		p := Program{
			Name: "reprise", Runtime: sold(t), Args: strings.Fields(c.args), Stdout: &out, Stderr: &out,
			Getenv: func(name string) string {
				if name == tokenIs {
					return c.env
				}
				return ""
			},
			Serve: func(_ context.Context, _ *reprise.Runtime, o inspect.Serving) error {
				got = o
				if o.Listen == "taken" {
					return errors.New("dashboard: the address is in use")
				}
				o.Ready("http://here/")
				return nil
			},
		}
		if code := p.Run(t.Context()); code != c.code || !strings.Contains(out.String(), c.says) {
			t.Errorf("%s: exit code %d\n%s", c.args, code, &out)
		}
		if got.Listen != c.want.Listen || got.ReadOnly != c.want.ReadOnly || got.Token != c.want.Token || c.want.Who != "" && got.Who != c.want.Who {
			t.Errorf("%s: it serves %+v", c.args, got)
		}
	}
}
