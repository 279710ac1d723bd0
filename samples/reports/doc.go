// Package reports is a sample: each morning, a schedule makes a report of everything that was sold the day before.
//
// It shows a schedule in a time zone, what it does when yesterday's report is not ready, and how to test both: a week in
// milliseconds, with a crash everywhere.
//
// It imports activity, schedule and workflow.
package reports
