package demo

import (
	"slices"
	"time"

	"github.com/reprise-run/reprise"
	"github.com/reprise-run/reprise/samples/order"
	"github.com/reprise-run/reprise/store"
)

// The two builds of the shop's code: as the sample has it, and its next version.
const (
	buildFirst = "shop-1"
	buildNext  = "shop-2"
)

// cardDown is a card whose company is down from the deployment of buildNext on.
const cardDown = "tok_amex"

// The five that do not go on. Their ids tell nothing, so that there is something to
// find out.
const (
	idChanged  = "order-1003" // begun by buildFirst, approved under buildNext
	idPoison   = "order-1005" // whoever takes it up dies
	idApproval = "order-1007"
	idLater    = "order-1008"
	idGateway  = "order-1010"
)

// stage is what one process of the shop does.
type stage struct {
	build     string
	gatewayUp bool
	orders    []order.Order // that come in
	approved  []string      // that the manager approves
	left      map[string]state
}

// state is how an order is left.
type state func(reprise.Description) bool

func ended(d reprise.Description) bool { return d.Status != reprise.Open }

// asleep: parked, with a timer that will wake it.
func asleep(d reprise.Description) bool {
	return d.Owner == store.WorkerID{} && len(d.Timers) == 1
}

// retried: between two attempts, after so many that the waits are getting long. One that
// is under way does not count: whoever stops it hands it over.
func retried(d reprise.Description) bool {
	return len(d.Activities) == 1 && !d.Activities[0].Running && d.Activities[0].Attempt >= 6
}

func blocked(reason string) state {
	return func(d reprise.Description) bool { return d.Blocked != nil && d.Blocked.Reason == reason }
}

// beforeDeployment and afterDeployment are the two processes that do not die; between
// them there are those that do.
func beforeDeployment() stage {
	return stage{
		build: buildFirst, gatewayUp: true,
		orders: []order.Order{
			bought("order-1001", "Ada", "tok_visa", books("1", "Kenya")),
			bought("order-1002", "Edsger", "tok_mastercard", books("1", "Norway"), lamps("2", "Norway")),
			large(bought(idChanged, "Grace", "tok_visa", bike("1", "Chile"), lamps("2", "Chile"), books("3", "Ghana"))),
			bought("order-1004", "Tony", order.CardDeclined, lamps("1", "Japan")),
		},
		left: map[string]state{"order-1001": ended, "order-1002": ended, idChanged: asleep, "order-1004": ended},
	}
}

// fatalOrder comes in between.
func fatalOrder() order.Order {
	return bought(idPoison, "Radia", "tok_mastercard", lamps("1", "Austria"), books("2", "Austria"))
}

func afterDeployment() stage {
	later := bought(idLater, "Hedy", "tok_visa", lamps("1", "Iceland"))
	later.ShipAfterMS = (2 * time.Hour).Milliseconds()
	return stage{
		build: buildNext,
		orders: []order.Order{
			bought("order-1006", "Ken", "tok_visa", books("1", "Vietnam")),
			large(bought(idApproval, "Margaret", "tok_mastercard", bike("1", "Portugal"))),
			later,
			bought("order-1009", "Alan", "tok_visa", books("1", "Ghana"), lamps("2", "Chile")),
			bought(idGateway, "Leslie", cardDown, lamps("1", "Kenya")),
			bought("order-1011", "Barbara", order.CardAnswerLost, books("1", "Japan")),
			bought("order-1012", "Niklaus", "tok_visa", lamps("1", order.Nowhere)),
		},
		approved: []string{idChanged},
		left: map[string]state{
			idChanged: blocked("mismatch"), idPoison: blocked(store.ReasonPoison),
			idApproval: asleep, idLater: asleep, idGateway: retried,
			"order-1006": ended, "order-1009": ended, "order-1011": ended, "order-1012": ended,
		},
	}
}

// casesIDs are the workflow ids of all the orders, sorted.
func casesIDs() []string {
	ids := []string{idPoison}
	for _, s := range []stage{beforeDeployment(), afterDeployment()} {
		for _, o := range s.orders {
			ids = append(ids, o.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func bought(id, customer, card string, parcels ...order.Parcel) order.Order {
	return order.Order{ID: id, Customer: customer, Card: card, Parcels: parcels}
}

// large has a manager asked, who has a week for the answer.
func large(o order.Order) order.Order {
	const day = 24 * 60 * 60 * 1000
	o.Approval = &order.Approval{WithinMS: 7 * day, RemindMS: day}
	return o
}

func books(id, to string) order.Parcel { return parcel(id, to, "BOOK-1", 3, 1995) }

func lamps(id, to string) order.Parcel { return parcel(id, to, "LAMP-9", 1, 4900) }

func bike(id, to string) order.Parcel { return parcel(id, to, "BIKE-7", 1, 189_000) }

func parcel(id, to, sku string, quantity int, price int64) order.Parcel {
	return order.Parcel{ID: id, To: to, Items: []order.Item{{SKU: sku, Quantity: quantity, Price: price}}}
}
