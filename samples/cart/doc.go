// Package cart is a sample: a shopping cart that is filled, emptied and paid by updates, each of which
// has an answer.
//
// It shows handlers that run concurrently and take turns where they must, a validator, a closed
// contract, and a cart that releases what it has reserved if nobody pays.
//
// It imports activity, failure and workflow.
package cart
