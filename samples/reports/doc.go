// Package reports is a sample: a report that is made each morning, of all that was sold the day before, by a schedule.
//
// It shows a schedule with a zone, what it does when the report of the day before is not ready, and how both are tested: a
// week in milliseconds, with a crash everywhere.
//
// It imports activity, schedule and workflow.
package reports
