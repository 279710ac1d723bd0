package order

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the files of orders anew")

// demoOrders are those of reprise demo.
var demoOrders = filepath.Join("..", "..", "cmd", "reprise", "internal", "demo", "orders.json")

// The order files are made by this test, from a fixed seed, and are committed.
func TestOrderFiles(t *testing.T) {
	for path, orders := range map[string][]Order{
		demoOrders: twoHundred(),
		filepath.Join("..", "..", "testdata", "orders-8.json"): eight(),
	} {
		want := format(t, orders)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what this test makes; run: go test ./samples/order -run TestOrderFiles -update", path)
		}
		if _, err := ReadOrders(path); err != nil {
			t.Error(err)
		}
	}
}

// format writes one order a line.
func format(t *testing.T, orders []Order) []byte {
	t.Helper()
	var b bytes.Buffer
	for i, o := range orders {
		line, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(map[bool]string{true: "[\n ", false: ",\n "}[i == 0])
		b.Write(line)
	}
	b.WriteString("\n]\n")
	return b.Bytes()
}

// fate is what makes an order differ from a plain one.
type fate func(*Order)

func card(token string) fate { return func(o *Order) { o.Card = token } }

func gone(o *Order) {
	last := &o.Parcels[len(o.Parcels)-1]
	last.Items = append(last.Items, Item{SKU: SKUGone, Quantity: 1, Price: 1900})
}

func nowhere(o *Order) { o.Parcels[len(o.Parcels)-1].To = Nowhere }

func large(answer string, withinMS int64) fate {
	return func(o *Order) {
		o.Parcels[0].Items = append(o.Parcels[0].Items, Item{SKU: "BIKE-7", Quantity: 1, Price: 189_000})
		o.Approval = &Approval{WithinMS: withinMS, RemindMS: 100, Answer: answer}
	}
}

const hour = 60 * 60 * 1000

func twoHundred() []Order {
	rng := rand.New(rand.NewPCG(2, 200))
	var fates []fate
	add := func(n int, f ...fate) {
		for range n {
			fates = append(fates, func(o *Order) {
				for _, one := range f {
					one(o)
				}
			})
		}
	}
	add(11, card(CardDeclined))
	add(9, gone)
	add(14, card(CardFlaky))
	add(12, card(CardAnswerLost))
	add(9, nowhere)
	add(13, large("yes", hour))
	add(2, large("no", hour))
	add(1, large("", 1000))
	add(2, large("yes", hour), card(CardDeclined))
	add(1, large("yes", hour), nowhere)
	add(1, nowhere, card(CardAnswerLost))
	add(200 - len(fates))
	// The first ten are plain, so that whoever starts the demo sees it work first.
	rng.Shuffle(len(fates)-10, func(i, j int) { fates[i], fates[j] = fates[j], fates[i] })
	slices.Reverse(fates)
	orders := make([]Order, len(fates))
	for i := range orders {
		orders[i] = plain(rng, i+1, 1+int(rng.ExpFloat64()*0.9))
		fates[i](&orders[i])
	}
	return orders
}

func eight() []Order {
	rng := rand.New(rand.NewPCG(2, 8))
	kinds := []struct {
		parcels int
		fate    fate
	}{
		{1, func(*Order) {}},
		{3, func(*Order) {}},
		{1, card(CardDeclined)},
		{1, gone},
		{2, card(CardAnswerLost)},
		{1, large("yes", hour)},
		{1, large("no", hour)},
		{2, nowhere},
	}
	orders := make([]Order, len(kinds))
	for i, kind := range kinds {
		orders[i] = plain(rng, i+1, kind.parcels)
		kind.fate(&orders[i])
	}
	return orders
}

func plain(rng *rand.Rand, n, parcels int) Order {
	customers := []string{"Ada", "Alan", "Barbara", "Dennis", "Edsger", "Fran", "Grace", "Hedy", "Jim", "Katherine", "Ken", "Leslie", "Margaret", "Niklaus", "Radia", "Rob", "Shafi", "Tony"}
	goods := []Item{{"BOOK-1", 1, 1995}, {"CHAIR-4", 1, 6900}, {"CUP-12", 1, 595}, {"JAR-3", 1, 850}, {"LAMP-9", 1, 4900}, {"PEN-2", 1, 295}, {"RUG-5", 1, 5900}, {"TEA-8", 1, 1295}}
	countries := []string{"Austria", "Chile", "Ghana", "Iceland", "Japan", "Kenya", "Norway", "Portugal", "Vietnam"}
	o := Order{
		ID:       fmt.Sprintf("order-%04d", n),
		Customer: customers[rng.IntN(len(customers))],
		Card:     []string{"tok_visa", "tok_mastercard"}[rng.IntN(2)],
	}
	for p := range min(parcels, 5) {
		parcel := Parcel{ID: fmt.Sprintf("%d", p+1), To: countries[rng.IntN(len(countries))]}
		for range 1 + rng.IntN(3) {
			item := goods[rng.IntN(len(goods))]
			item.Quantity += rng.IntN(3)
			parcel.Items = append(parcel.Items, item)
		}
		o.Parcels = append(o.Parcels, parcel)
	}
	return o
}
