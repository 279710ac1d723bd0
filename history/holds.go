package history

// holds says what kind of value a payload begins with, for an error text whose
// reader does not know the encoding. It returns "" if that cannot be told.
func holds(p Payload) string {
	if len(p.Data) == 0 {
		return ""
	}
	switch p.Enc {
	case msgpackName:
		return holdsMsgpack(p.Data[0])
	case jsonName:
		return holdsJSON(p.Data[0])
	}
	return ""
}

func holdsMsgpack(head byte) string {
	switch {
	case head <= 0x7f, head >= 0xe0, head >= 0xcc && head <= 0xd3:
		return "an integer"
	case head <= 0x8f, head == 0xde, head == 0xdf:
		return "a struct or map"
	case head <= 0x9f, head == 0xdc, head == 0xdd:
		return "a list"
	case head <= 0xbf, head >= 0xd9 && head <= 0xdb:
		return "a string"
	case head == 0xc0:
		return "nothing"
	case head == 0xc2, head == 0xc3:
		return "a bool"
	case head >= 0xc4 && head <= 0xc6:
		return "bytes"
	case head == 0xca, head == 0xcb:
		return "a floating point number"
	}
	return "" // extensions: times, and what we do not write
}

func holdsJSON(head byte) string {
	switch {
	case head == '{':
		return "a struct or map"
	case head == '[':
		return "a list"
	case head == '"':
		return "a string"
	case head == 't', head == 'f':
		return "a bool"
	case head == 'n':
		return "nothing"
	case head == '-', head >= '0' && head <= '9':
		return "a number"
	}
	return ""
}
