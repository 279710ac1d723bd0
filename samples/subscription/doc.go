// Package subscription is a sample: a subscription that is billed each month for years, with
// letters to customers whose card is declined, and a signal that changes the plan.
//
// It shows a run that lives very long, and how to test it: two years in milliseconds, with a
// crash everywhere, and with events in any possible order.
//
// It imports activity, signal and workflow.
package subscription
