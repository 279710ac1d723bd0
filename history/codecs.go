package history

import "fmt"

// Codecs encodes values into payloads with one codec, and decodes payloads with the codec that
// made them. A nil *Codecs encodes with [MsgPack] and decodes payloads of [MsgPack] and [JSON].
// Codecs is immutable and may be shared.
type Codecs struct {
	def   Codec
	known map[string]Codec
	most  int // the most bytes of an encoded value; 0: MaxPayload
}

// NewCodecs encodes with def, or with [MsgPack] if def is nil, and decodes payloads of def,
// others, [MsgPack] and [JSON]. A codec replaces earlier ones, and the built-in ones, with the
// same name.
func NewCodecs(def Codec, others ...Codec) *Codecs {
	if def == nil {
		def = MsgPack()
	}
	c := &Codecs{def: def, known: map[string]Codec{msgpackName: MsgPack(), jsonName: JSON()}}
	for _, codec := range others {
		c.known[codec.Name()] = codec
	}
	c.known[def.Name()] = def
	return c
}

// UpTo returns codecs that encode values of up to most bytes, for use with a transform that
// keeps large ones elsewhere.
func (c *Codecs) UpTo(most int) *Codecs {
	larger := *c
	larger.most = most
	return &larger
}

// Most returns how many bytes an encoded value may have.
func (c *Codecs) Most() int {
	if c == nil || c.most == 0 {
		return MaxPayload
	}
	return c.most
}

// Encode makes a payload of v. The error is an [*EncodeError] or a
// [*PayloadTooLargeError].
func (c *Codecs) Encode(v any) (Payload, error) {
	codec := MsgPack()
	if c != nil {
		codec = c.def
	}
	var data []byte
	err := guard(func() (err error) {
		data, err = codec.Encode(v)
		return err
	})
	if err != nil {
		return Payload{}, &EncodeError{Enc: codec.Name(), Type: fmt.Sprintf("%T", v), Err: err}
	}
	if most := c.Most(); len(data) > most {
		return Payload{}, &PayloadTooLargeError{Type: fmt.Sprintf("%T", v), Size: len(data), Most: most}
	}
	return Payload{Enc: codec.Name(), Data: data}, nil
}

// Decode decodes p into what v points to. The absent value makes that zero, and so does an
// error, which is a [*DecodeError].
func (c *Codecs) Decode(p Payload, v any) error {
	target, err := pointedTo(v)
	if err != nil {
		return &DecodeError{Enc: p.Enc, Type: fmt.Sprintf("%T", v), Err: err}
	}
	if p.Enc == "" && len(p.Data) == 0 {
		return nil
	}
	codec := c.codec(p.Enc)
	if codec == nil {
		err = fmt.Errorf("no codec has this name: make it Config.Codec, or give it to NewCodecs")
	} else {
		err = guard(func() error { return codec.Decode(p.Data, v) })
	}
	if err != nil {
		target.SetZero()
		return &DecodeError{Enc: p.Enc, Type: target.Type().String(), Err: err, Holds: holds(p)}
	}
	return nil
}

// codec returns nil for an unknown name.
func (c *Codecs) codec(name string) Codec {
	switch {
	case c != nil:
		return c.known[name]
	case name == msgpackName:
		return MsgPack()
	case name == jsonName:
		return JSON()
	}
	return nil
}

// EncodeError says that a value cannot be recorded.
type EncodeError struct {
	Enc  string
	Type string // the value's Go type
	Err  error
}

func (e *EncodeError) Error() string {
	return fmt.Sprintf("history: encode %s as %s: %v", e.Type, e.Enc, e.Err)
}

func (e *EncodeError) Unwrap() error { return e.Err }

// DecodeError says that a payload does not hold a value of the wanted type.
type DecodeError struct {
	Enc  string
	Type string // the Go type that was wanted
	Err  error
	// Holds says what kind of value the payload holds ("a string"), if that is known.
	Holds string
}

func (e *DecodeError) Error() string {
	text := fmt.Sprintf("history: decode %q payload into %s: %v", e.Enc, e.Type, e.Err)
	if e.Holds != "" {
		text += "; the payload holds " + e.Holds + ": both sides must use the same type"
	}
	return text
}

func (e *DecodeError) Unwrap() error { return e.Err }

// PayloadTooLargeError says that an encoded value is too large: larger than [MaxPayload], unless
// a transform keeps large values elsewhere.
type PayloadTooLargeError struct {
	Type string // the value's Go type
	Size int
	Most int
}

func (e *PayloadTooLargeError) Error() string {
	return fmt.Sprintf("history: a value of type %s has %d bytes when encoded, at most %d are allowed: store it elsewhere and pass its key",
		e.Type, e.Size, e.Most)
}
