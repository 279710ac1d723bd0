// Package cart is a sample: a shopping cart that is filled, emptied and paid by updates, each of which
// has an answer.
//
// It shows handlers that run beside each other and take turns where they must, a validator, a closed
// contract, and a cart that nobody pays and that gives back what it has reserved.
//
// It imports activity, failure and workflow.
package cart
