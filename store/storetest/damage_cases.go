package storetest

import "github.com/reprise-run/reprise/store"

// damage is one kind of damage.
type damage struct {
	name  string
	hurt  []string
	finds []string
	mend  store.CheckID // the check whose repair mends it; "": none does
}

func damages() []damage {
	return []damage{
		{
			"a_run_is_lost",
			[]string{"DELETE FROM ~run WHERE {key} = {ended-1}"},
			[]string{"L1 : a history of run "}, "",
		},
		{
			"a_start_waits_behind_a_run_that_has_ended",
			[]string{
				`UPDATE ~run SET behind = '{"run":"00000000-0000-0000-0000-00000000f00d","since":"2026-03-01T12:00:00Z"}', behind_data = {data} WHERE {key} = {ended-1}`,
				"UPDATE ~run SET behind = 'nothing', behind_data = {data} WHERE {key} = {ended-2}",
			},
			[]string{
				"behind ended-1: the start of run 00000000-0000-0000-0000-00000000f00d has waited behind it since 2026-03-01T12:00:00Z, but it is completed: no worker will carry it out",
				"behind ended-2: a start that cannot be read waits behind it, but it is completed",
			}, "",
		},
		{
			"a_dispatch_row_is_lost",
			[]string{"DELETE FROM ~dispatch WHERE {key} = {woken}"},
			[]string{"L3 woken: its inbox has entries but it has no dispatch row"}, store.CheckWakeup,
		},
		{
			"the_dispatch_row_of_a_run_that_is_ready_is_lost",
			[]string{"DELETE FROM ~dispatch WHERE {key} = {ready}"},
			[]string{"L3 ready: it is ready but has no dispatch row: no worker will claim it"}, store.CheckWakeup,
		},
		{
			"the_dispatch_row_of_a_run_that_is_blocked_is_lost",
			[]string{"DELETE FROM ~dispatch WHERE {key} = {blocked}"},
			[]string{"L3 blocked: it is blocked but has no dispatch row: no worker will retry it"}, store.CheckWakeup,
		},
		{
			"dispatch_rows_have_the_wrong_access",
			[]string{"UPDATE ~dispatch SET access = 3 WHERE {key} IN ({owned}, {ready}, {blocked})"},
			[]string{
				"L3 blocked: its dispatch row has access 3 instead of 1: the wrong workers see it, or none",
				"L3 ready: its dispatch row has access 3 instead of 0",
			}, store.CheckWakeup,
		},
		{
			"every_dispatch_row_is_lost",
			[]string{"DELETE FROM ~dispatch WHERE owner IS NULL"},
			[]string{"L3 woken: its inbox has entries", "L3 blocked: it is blocked", "L3 ready: it is ready"}, store.CheckWakeup,
		},
		{
			"an_entry_is_not_counted",
			[]string{"UPDATE ~run SET entries = 0, unread = 0 WHERE {key} = {woken}"},
			[]string{"L3 woken: it counts entries 0, unread 0, newest order 1; its inbox has 1, 1, 1"}, store.CheckWakeup,
		},
		{
			"an_entry_is_counted_that_is_not_there",
			[]string{"UPDATE ~run SET unread = 2000 WHERE {key} = {owned}"},
			[]string{"L3 owned: it counts entries 0, unread 2000, newest order 0; its inbox has 0, 0, 0"}, store.CheckWakeup,
		},
		{
			"an_order_would_be_given_twice",
			[]string{"UPDATE ~run SET gen = 0 WHERE {key} = {woken}"},
			[]string{"L3 woken: it counts entries 1, unread 1, newest order 0; its inbox has 1, 1, 1"}, store.CheckWakeup,
		},
		{
			"something_hangs_on_a_run_that_has_ended",
			[]string{
				"INSERT INTO ~timer ({key}, timer, fire_at, namespace) VALUES ({ended-1}, 7, {epoch}, ''), ({ended-1}, 8, {epoch}, '')",
				"UPDATE ~activity SET {key} = {ended-2}",
				"INSERT INTO ~inbox ({key}, ord, kind, ref, at) VALUES ({ended-1}, 5, 1, 0, {epoch})",
				"UPDATE ~dispatch SET {key} = {ended-2} WHERE {key} = {woken}",
				"DELETE FROM ~inbox WHERE {key} = {woken}", "UPDATE ~run SET entries = 0, unread = 0 WHERE {key} = {woken}",
			},
			[]string{
				"L4 ended-1: timer 7 is left of a run that is completed", "L4 ended-1: timer 8 is left", "L4 ended-2: activity 2 is left", "L4 ended-2: activity 3 is left",
				"L4 ended-1: inbox entry 5 is left", "L4 ended-2: a dispatch row is left",
			}, store.CheckOrphan,
		},
		{
			"something_hangs_on_no_run",
			[]string{"INSERT INTO ~timer ({key}, timer, fire_at, namespace) VALUES ({nobody}, 7, {epoch}, '')", "INSERT INTO ~inbox ({key}, ord, kind, ref, at) VALUES ({nobody}, 5, 1, 0, {epoch})"},
			[]string{"L4 : timer 7 belongs to run ", "L4 : inbox entry 5 belongs to run "}, store.CheckOrphan,
		},
		{
			"run_and_dispatch_row_name_different_owners",
			[]string{"UPDATE ~dispatch SET owner = {ghost} WHERE {key} = {owned}"},
			[]string{"L6 owned: its row says that worker "}, store.CheckOwner,
		},
		{
			"only_the_run_has_an_owner",
			[]string{"DELETE FROM ~dispatch WHERE {key} = {owned}"},
			[]string{"L6 owned: its row says that worker "}, store.CheckOwner,
		},
		{
			"only_the_dispatch_row_has_an_owner",
			[]string{"UPDATE ~run SET owner = NULL WHERE {key} = {owned}"},
			[]string{"L6 owned: its row says that nobody owns it, its dispatch row says worker "}, store.CheckOwner,
		},
		{
			"a_run_that_has_ended_has_an_owner",
			[]string{"UPDATE ~run SET owner = (SELECT worker_id FROM ~worker) WHERE {key} = {ended-1}"},
			[]string{"L6 ended-1: it has ended, but its row says that worker "}, store.CheckOwner,
		},
		{
			"the_owners_row_is_lost",
			[]string{"DELETE FROM ~worker"},
			[]string{"L6 owned: worker ", "L6 owned: worker "}, store.CheckOwner,
		},
		{
			"the_owner_of_an_activity_is_unknown",
			[]string{"UPDATE ~activity SET owner = {ghost} WHERE activity = 3"},
			[]string{"L6 owned: worker " + ghost + " owns its activity 3, but that worker has no row"}, store.CheckOwner,
		},
		{
			"things_are_overdue",
			[]string{
				"UPDATE ~timer SET fire_at = {before}", "UPDATE ~activity SET ready_at = scheduled_at, deadline = {epoch} WHERE activity = 2",
				"UPDATE ~dispatch SET ready_at = {epoch} WHERE {key} = {woken}",
			},
			[]string{
				"L7 waiting: its timer 2 has been due since ", `L7 woken: it is ready since 1970-01-01T00:00:00Z: no worker takes workflow "workflow" from queue "queue"`,
				`L7 owned: the deadline of its activity 2 passed at 1970-01-01T00:00:00Z: no worker of its namespace ends "charge" from queue "payments"`,
			}, "",
		},
		{
			"an_activity_is_ready_and_its_deadline_is_far",
			[]string{"UPDATE ~activity SET ready_at = scheduled_at, deadline = {later} WHERE activity = 2"},
			[]string{`L7 owned: its activity 2 is ready since `}, "",
		},
		{
			"a_run_is_not_found_by_an_attribute_that_it_has",
			[]string{"DELETE FROM ~attr WHERE name = 'customer'"},
			[]string{`attribute waiting: no list finds it by its "customer"`}, store.CheckAttr,
		},
		{
			"a_run_is_found_by_an_attribute_that_it_has_not",
			[]string{"UPDATE ~attr SET name = 'weight' WHERE name = 'total'"},
			[]string{`attribute waiting: no list finds it by its "total"; lists find it by a "weight" that it has not`}, store.CheckAttr,
		},
		{
			"attributes_are_those_of_another_run",
			[]string{"UPDATE ~attr SET {key} = {ended-1} WHERE name = 'total'"},
			[]string{`attribute waiting: no list finds it by its "total"`, `attribute ended-1: lists find it by a "total" that it has not`}, store.CheckAttr,
		},
		{
			"a_run_is_found_in_another_namespace",
			[]string{"UPDATE ~attr SET namespace = 'elsewhere'"},
			[]string{`attribute waiting: no list finds it by its "customer", "total"; lists find it by a "customer", "total" that it has not`}, store.CheckAttr,
		},
		{
			"attributes_are_those_of_no_run",
			[]string{"UPDATE ~attr SET {key} = {nobody}", "UPDATE ~run SET attrs = NULL"},
			[]string{"attribute : lists look for run "}, store.CheckAttr,
		},
		{
			"what_a_run_has_cannot_be_read",
			[]string{"UPDATE ~run SET attrs = '[' WHERE {key} = {waiting}"},
			[]string{"attribute waiting: its attributes cannot be compared with what it is found by: "}, "",
		},
		{
			"shares_of_a_queue_are_more_than_its_limit",
			[]string{`INSERT INTO ~queue (namespace, name, declared) VALUES ('', 'psp', '{"concurrency":2}')`, "INSERT INTO ~share (namespace, queue, worker_id, n, want) SELECT '', 'psp', worker_id, 3, 3 FROM ~worker LIMIT 1"},
			[]string{`L9 : workers may have 3 activities of queue "psp" at once, and its limit is 2`}, "",
		},
		{
			"a_commit_is_in_two_histories",
			[]string{"UPDATE ~event SET token = (SELECT token FROM ~event WHERE {key} = {ended-1} AND seq = 3) WHERE {key} = {ended-2} AND seq = 2"},
			[]string{"L8 ended-"}, "",
		},
		{
			"a_commit_is_in_one_history_twice",
			[]string{"UPDATE ~event SET token = (SELECT token FROM ~event WHERE {key} = {ended-1} AND seq = 2) WHERE {key} = {ended-1} AND seq = 4"},
			[]string{"L8 ended-1: the rows at seq 2 and at seq 4 are of the same commit "}, "",
		},
	}
}
