-- What the counters' functions do with changes is planned once a connection: planning it takes longer than running it. The
-- triggers themselves are left alone: how they join their transition tables has to follow from how many rows there are.
alter function count_seats_of(item_change[]) set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
alter function count_assignees_of(item_change[]) set plan_cache_mode = force_generic_plan;
--> statement-breakpoint
alter function count_states_of(seat_change[]) set plan_cache_mode = force_generic_plan;
