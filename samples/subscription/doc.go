// Package subscription is a sample: a subscription that is billed each month for years,
// with letters to customers whose card is declined, and a plan that a signal changes.
//
// It shows a run that lives for very long, and how it is tested: two years in
// milliseconds, with a crash everywhere, and in any order that things may come in.
//
// It imports activity, signal and workflow.
package subscription
