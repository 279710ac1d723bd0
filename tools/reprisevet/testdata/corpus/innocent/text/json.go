package text

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"

	"github.com/reprise-run/reprise/workflow"
)

type bill struct {
	Lines map[string]int `json:"lines"`
}

func encodes(ctx workflow.Context, in bill) (string, error) {
	data, err := json.Marshal(in)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := json.NewEncoder(&b).Encode(in); err != nil {
		return "", err
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return "", err
	}
	b.WriteString(hex.EncodeToString(binary.BigEndian.AppendUint32(nil, 7)))
	return base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
