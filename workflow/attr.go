package workflow

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/reprise-run/reprise/failure"
	"github.com/reprise-run/reprise/history"
	"github.com/reprise-run/reprise/internal/mark"
)

// AttrValue lists the types of attributes. Numbers of all types compare with each other.
type AttrValue interface {
	~string | ~int | ~int64 | ~float64 | ~bool | time.Time | []string
}

// AttrDef is the definition of an attribute: its name and type. Make one with [DefineAttr].
type AttrDef[T AttrValue] struct{ name string }

// DefineAttr names an attribute: a value by which to find runs, such as a customer. reprise.Attr sets
// it at the start of a run, and [SetAttr] in the workflow. A name has one type: runs that set it with
// another type are not found. An invalid name is refused where the definition is used.
//
//	var Customer = workflow.DefineAttr[string]("customer")
//
//	err := workflow.SetAttr(ctx, Customer, "c-1")                                                   // the workflow
//	run, err := reprise.Start(ctx, rt, Order, in, reprise.Attr(Customer, "c-1"))                    // who starts it
//	for run, err := range reprise.List(ctx, rt, reprise.Filter{Attrs: reprise.Attrs{Customer.Is("c-1")}})  // who looks for it
func DefineAttr[T AttrValue](name string) AttrDef[T] { return AttrDef[T]{name: name} }

// Name returns the name given to [DefineAttr].
func (a AttrDef[T]) Name() string { return a.name }

// ErrTooManyAttrs: the run has 64 attributes, and no more are allowed.
var ErrTooManyAttrs error = mark.New(mark.Mark{Kind: mark.TooManyAttrs, Permanent: true}, "workflow: the run has 64 attributes, the most allowed: unset one before you set another")

// SetAttr sets an attribute of the run, replacing its earlier value. Lists show it, and find the run by it, once the task has
// committed. It stays when the run ends, and a run that continues this one by [ContinueAsNew] starts with it. The command is
// recorded, so on replay the code must set the same value. A run has at most 64 attributes; more give [ErrTooManyAttrs]. A name
// has at most 200 bytes, a value at most 1 KiB, and a list at most 64 texts. Attributes are never encrypted, whatever
// reprise.Config.Payloads does.
func SetAttr[T AttrValue](ctx Context, a AttrDef[T], v T) error {
	attr, err := a.Value(v)
	if err != nil {
		return failure.Wrap("", err, failure.Permanent())
	}
	return setAttr(ctx, attr)
}

// UnsetAttr removes an attribute from the run. If the run does not have it, nothing changes, but the command
// is recorded.
func UnsetAttr[T AttrValue](ctx Context, a AttrDef[T]) error {
	if err := checkAttrName(a.name); err != nil {
		return err
	}
	return setAttr(ctx, history.Attr{Name: a.name})
}

// checkAttrName accepts only names that the index of every store can hold.
func checkAttrName(name string) error {
	if len(name) > history.MaxAttrName {
		return fmt.Errorf("workflow: the name %.100q of an attribute has %d bytes, at most %d are allowed", name, len(name), history.MaxAttrName)
	}
	return checkLabel("attribute", name)
}

func setAttr(ctx Context, attr history.Attr) error {
	env, err := ctx.env()
	if err != nil {
		return err
	}
	if _, err := ctx.asks(CommandAttr, attr.Name, attr.Bytes()); err != nil {
		return err
	}
	if !env.SetAttr(&history.AttributeSet{Attr: attr}) {
		return ErrTooManyAttrs
	}
	return nil
}

// Value returns the attribute with a value, as it is recorded, for reprise.Attr. The error tells what is
// wrong with the name or the value.
func (a AttrDef[T]) Value(v T) (history.Attr, error) {
	if err := checkAttrName(a.name); err != nil {
		return history.Attr{}, err
	}
	attr := history.Attr{Name: a.name}
	bad := func(format string, args ...any) error {
		return fmt.Errorf("workflow: attribute %s: %s", a.name, fmt.Sprintf(format, args...))
	}
	switch x := any(v).(type) {
	case time.Time:
		if y := x.UTC().Year(); y < 1 || y > 9999 {
			return attr, bad("the time %v is not in the years 1 to 9999", x)
		}
		attr.Type, attr.Values = history.AttrTime, []string{x.UTC().Truncate(time.Microsecond).Format(time.RFC3339Nano)}
	case []string:
		if len(x) > history.MaxAttrValues {
			return attr, bad("a list of %d texts, at most %d are allowed", len(x), history.MaxAttrValues)
		}
		attr.Type, attr.Values = history.AttrTexts, append([]string{}, x...)
	default:
		switch r := reflect.ValueOf(v); r.Kind() {
		case reflect.String:
			attr.Type, attr.Values = history.AttrText, []string{r.String()}
		case reflect.Bool:
			attr.Type, attr.Values = history.AttrBool, []string{strconv.FormatBool(r.Bool())}
		case reflect.Float64:
			f := r.Float()
			if math.IsNaN(f) || math.IsInf(f, 0) {
				return attr, bad("%v cannot be compared with other numbers", f)
			}
			attr.Type, attr.Values = history.AttrFloat, []string{strconv.FormatFloat(f, 'g', -1, 64)}
		default:
			attr.Type, attr.Values = history.AttrInt, []string{strconv.FormatInt(r.Int(), 10)}
		}
	}
	if n := attr.Bytes(); n > history.MaxAttrBytes {
		return attr, bad("the value has %d bytes, at most %d are allowed: set a short key, and keep the rest elsewhere", n, history.MaxAttrBytes)
	}
	for _, s := range attr.Values {
		if strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s) {
			return attr, bad("%q is not valid UTF-8, or holds a NUL byte", s)
		}
	}
	return attr, nil
}

// In returns the value from the attributes that a list shows of a run, and whether it is there
// with this type.
func (a AttrDef[T]) In(attrs map[string]any) (v T, ok bool) {
	found, ok := attrs[a.name]
	if !ok {
		return v, false
	}
	if v, ok = found.(T); ok {
		return v, true
	}
	from, to := reflect.ValueOf(found), reflect.TypeFor[T]()
	if from.Kind() == reflect.Slice || to.Kind() == reflect.Slice || from.Kind() == reflect.Struct || to.Kind() == reflect.Struct ||
		(from.Kind() == reflect.String) != (to.Kind() == reflect.String) || !from.CanConvert(to) {
		return v, false
	}
	if from.Kind() == reflect.Float64 && to.Kind() != reflect.Float64 { // no number is truncated
		return v, false
	}
	return from.Convert(to).Interface().(T), true
}

// AttrFilter is a condition on an attribute, for reprise.Filter.
type AttrFilter struct {
	name         string
	from, before []byte
	err          error
}

// Is selects the runs whose attribute has this value. If the attribute is a list, give one
// text: it selects the runs whose list contains it.
func (a AttrDef[T]) Is(v T) AttrFilter {
	return a.filter(v, v, func(f *AttrFilter, low, high []byte) { f.from, f.before = low, history.KeyBehind(high) })
}

// AtLeast selects the runs whose attribute is v or more. Texts compare byte by byte.
func (a AttrDef[T]) AtLeast(v T) AttrFilter {
	return a.filter(v, v, func(f *AttrFilter, low, _ []byte) { f.from = low })
}

// AtMost selects the runs whose attribute is v or less.
func (a AttrDef[T]) AtMost(v T) AttrFilter {
	return a.filter(v, v, func(f *AttrFilter, _, high []byte) { f.before = history.KeyBehind(high) })
}

// Between selects the runs whose attribute is low, high, or between them.
func (a AttrDef[T]) Between(low, high T) AttrFilter {
	return a.filter(low, high, func(f *AttrFilter, low, high []byte) { f.from, f.before = low, history.KeyBehind(high) })
}

func (a AttrDef[T]) filter(low, high T, bound func(f *AttrFilter, low, high []byte)) AttrFilter {
	f := AttrFilter{name: a.name}
	l, err := a.Value(low)
	h, err2 := a.Value(high)
	if err == nil {
		err = err2
	}
	if err == nil && len(l.Values) != 1 {
		err = fmt.Errorf("workflow: attribute %s: a filter by a list takes one text of it: give several filters for several", a.name)
	}
	if err != nil {
		f.err = err
		return f
	}
	f.from, f.before = history.AttrGroup(l.Type)
	from, err := history.AttrKey(l.Type, l.Values[0])
	to, err2 := history.AttrKey(h.Type, h.Values[0])
	if err == nil {
		err = err2
	}
	if f.err = err; err == nil {
		bound(&f, from, to)
	}
	return f
}

// Keys returns the name and the bounds that a store searches for. It is used by reprise.List.
func (f AttrFilter) Keys() (name string, from, before []byte, err error) {
	if f.name == "" && f.err == nil {
		return "", nil, nil, errNoAttr
	}
	return f.name, f.from, f.before, f.err
}

var errNoAttr = fmt.Errorf("workflow: the zero AttrFilter selects nothing; make one with a method of an AttrDef, such as Is")
