-- The functions that take their place are in db/functions; they mark every item, so that it is counted anew.
DROP TRIGGER "count_inserted" ON "queue_items";--> statement-breakpoint
DROP TRIGGER "count_updated" ON "queue_items";--> statement-breakpoint
DROP TRIGGER "count_deleted" ON "queue_items";--> statement-breakpoint
DROP TRIGGER "count_inserted" ON "item_seats";--> statement-breakpoint
DROP TRIGGER "count_updated" ON "item_seats";--> statement-breakpoint
DROP TRIGGER "count_deleted" ON "item_seats";--> statement-breakpoint
DROP TRIGGER "count_inserted" ON "item_assignees";--> statement-breakpoint
DROP TRIGGER "count_deleted" ON "item_assignees";--> statement-breakpoint
DROP TRIGGER "count_inserted" ON "scores";--> statement-breakpoint
DROP TRIGGER "count_updated" ON "scores";--> statement-breakpoint
DROP TRIGGER "count_deleted" ON "scores";--> statement-breakpoint
DROP FUNCTION count_items();--> statement-breakpoint
DROP FUNCTION count_seats();--> statement-breakpoint
DROP FUNCTION count_assignees();--> statement-breakpoint
DROP FUNCTION count_scores();--> statement-breakpoint
DROP FUNCTION count_seats_of(item_change[]);--> statement-breakpoint
DROP FUNCTION count_assignees_of(item_change[]);--> statement-breakpoint
DROP FUNCTION count_checks_of(item_change[]);--> statement-breakpoint
DROP FUNCTION count_states_of(seat_change[]);--> statement-breakpoint
DROP FUNCTION count_values_of(score_change[]);--> statement-breakpoint
DROP FUNCTION item_change_of(queue_items, integer);--> statement-breakpoint
DROP FUNCTION seat_change_of(item_seats, integer);--> statement-breakpoint
DROP FUNCTION score_change_of(scores, integer);--> statement-breakpoint
DROP FUNCTION counter_slot(uuid);--> statement-breakpoint
DROP FUNCTION quarter_hour(timestamptz);--> statement-breakpoint
DROP TYPE item_change;--> statement-breakpoint
DROP TYPE seat_change;--> statement-breakpoint
DROP TYPE score_change;--> statement-breakpoint
DROP TABLE "agreement_marks" CASCADE;--> statement-breakpoint
DROP TABLE "annotator_counters" CASCADE;--> statement-breakpoint
DROP TABLE "label_value_counters" CASCADE;--> statement-breakpoint
DROP TABLE "queue_counters" CASCADE;--> statement-breakpoint
DROP TABLE "queue_periods" CASCADE;--> statement-breakpoint
DROP TABLE "work_time_counters" CASCADE;