package lint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxWords is how long a sentence of the documentation may be. Tables, headings and code are no
// sentences; a colon before a capital letter ends one.
const maxWords = 30

func TestSentencesOfTheDocsAreShort(t *testing.T) {
	root := rootDir(t)
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range longSentences(string(text)) {
			t.Errorf("%s: %d words, more than %d: %s", filepath.Base(file), len(strings.Fields(plainWords(s))), maxWords, s)
		}
	}
}

func TestLongSentencesAreFound(t *testing.T) {
	long := strings.Repeat("word ", maxWords) + "word."
	for text, want := range map[string]int{
		long:                              1,
		"Short. " + long + " Short.":      1,
		"- " + long + "\n- " + long:       2,
		strings.TrimPrefix(long, "word "): 0,
		"| " + long + " |":                0,
		"```\n" + long + "\n```":          0,
		"A list: Of " + strings.Repeat("word ", maxWords-1): 0,
		"`" + strings.TrimSuffix(long, ".") + "`":           0,
	} {
		if got := len(longSentences(text)); got != want {
			t.Errorf("%d long sentences, want %d, in %q", got, want, text)
		}
	}
}

var (
	fences      = regexp.MustCompile("(?s)```.*?```")
	item        = regexp.MustCompile(`^\s*([-*]|\d+\.)\s+`)
	spans       = regexp.MustCompile("`[^`]*`")
	links       = regexp.MustCompile(`\]\([^)]*\)`)
	sentenceEnd = regexp.MustCompile("([.!?:;])\\s+([A-Z\"*\\[(`])|\\.\\s+")
)

// plainWords has each piece of code as one word, and no addresses.
func plainWords(s string) string { return links.ReplaceAllString(spans.ReplaceAllString(s, "X"), "]") }

// longSentences returns the sentences of a Markdown text that have more than maxWords words.
func longSentences(text string) []string {
	var paragraphs []string
	fresh := true
	for line := range strings.Lines(fences.ReplaceAllString(text, "\n")) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "#"):
			fresh = true
			continue
		case item.MatchString(line):
			line, fresh = item.ReplaceAllString(line, ""), true
		}
		if fresh {
			paragraphs = append(paragraphs, "")
		}
		paragraphs[len(paragraphs)-1] += " " + line
		fresh = false
	}
	var long []string
	for _, p := range paragraphs {
		for _, s := range strings.Split(sentenceEnd.ReplaceAllString(p, "$1\x00$2"), "\x00") {
			if len(strings.Fields(plainWords(s))) > maxWords {
				long = append(long, strings.TrimSpace(s))
			}
		}
	}
	return long
}
