-- What is completed is counted by quarters of an hour, of which the days of every time zone are made, and beside the items
-- the seats that annotators have completed: under review an item is completed days after its answers.
create function quarter_hour(moment timestamptz) returns timestamptz language sql immutable as $$
  select date_bin('15 minutes', moment, '2000-01-01 00:00+00')
$$;
--> statement-breakpoint
alter type item_change drop attribute completed_on;
--> statement-breakpoint
alter type item_change add attribute completed_at timestamptz;
--> statement-breakpoint
create or replace function item_change_of(item queue_items, times integer) returns item_change language sql immutable as $$
  select item.id, item.queue_id, item.status, item.review_status, times, item.copy_for,
    case when item.status = 'completed' then item.completed_at end
  where item.deleted_at is null and item.purpose <> 'gold'
$$;
--> statement-breakpoint
create or replace function count_items() returns trigger language plpgsql as $$
declare
  changes item_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(select change from new_rows as item, item_change_of(item, 1) as change where change.id is not null);
  elsif tg_op = 'DELETE' then
    changes := array(select change from old_rows as item, item_change_of(item, -1) as change where change.id is not null);
  else
    changes := array(
      select change
      from old_rows as before join new_rows as after on after.id = before.id,
        lateral (select item_change_of(before, -1) union all select item_change_of(after, 1)) as state(change)
      where (before.status, before.review_status, before.completed_at, before.deleted_at, before.purpose)
        is distinct from (after.status, after.review_status, after.completed_at, after.deleted_at, after.purpose)
        and (change).id is not null);
  end if;
  if cardinality(changes) = 0 then
    return null;
  end if;

  insert into queue_counters as kept
    (queue_id, slot, total, pending, in_progress, in_review, needs_changes, completed, skipped)
  select queue_id, counter_slot(queue_id), sum(times),
    coalesce(sum(times) filter (where status = 'pending'), 0),
    coalesce(sum(times) filter (where status = 'in_progress' and review_status is distinct from 'pending_review'), 0),
    coalesce(sum(times) filter (where review_status = 'pending_review'), 0),
    coalesce(sum(times) filter (where status = 'in_progress' and review_status = 'rejected'), 0),
    coalesce(sum(times) filter (where status = 'completed'), 0),
    coalesce(sum(times) filter (where status = 'skipped'), 0)
  from unnest(changes) where copy_for is null group by queue_id order by queue_id
  on conflict (queue_id, slot) do update set
    total = kept.total + excluded.total, pending = kept.pending + excluded.pending,
    in_progress = kept.in_progress + excluded.in_progress, in_review = kept.in_review + excluded.in_review,
    needs_changes = kept.needs_changes + excluded.needs_changes, completed = kept.completed + excluded.completed,
    skipped = kept.skipped + excluded.skipped;

  insert into queue_periods as kept (queue_id, at, slot, completed)
  select queue_id, quarter_hour(completed_at), counter_slot(queue_id), sum(times)
  from unnest(changes) where completed_at is not null and copy_for is null
  group by queue_id, quarter_hour(completed_at) having sum(times) <> 0 order by queue_id, quarter_hour(completed_at)
  on conflict (queue_id, at, slot) do update set completed = kept.completed + excluded.completed;

  if (select count(copy_for) from unnest(changes)) > 0 then
    perform count_checks_of(changes);
  end if;
  if tg_op = 'UPDATE' then
    perform count_seats_of(changes);
    perform count_assignees_of(changes);
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function count_seats() returns trigger language plpgsql as $$
declare
  changes seat_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(select seat_change_of(seat, 1) from new_rows as seat);
  elsif tg_op = 'DELETE' then
    changes := array(select seat_change_of(seat, -1) from old_rows as seat);
  else
    changes := array(
      select change
      from old_rows as before join new_rows as after on (after.item_id, after.user_id) = (before.item_id, before.user_id),
        lateral (select seat_change_of(before, -1) union all select seat_change_of(after, 1)) as state(change)
      where seat_change_of(before, 1) is distinct from seat_change_of(after, 1));
  end if;
  if cardinality(changes) = 0 then
    return null;
  end if;

  perform count_states_of(changes);

  insert into queue_periods as kept (queue_id, at, slot, answered)
  select queue_id, quarter_hour(active_at), counter_slot(queue_id), sum(times)
  from unnest(changes) where state = 'completed' and active_at is not null
  group by queue_id, quarter_hour(active_at) having sum(times) <> 0 order by queue_id, quarter_hour(active_at)
  on conflict (queue_id, at, slot) do update set answered = kept.answered + excluded.answered;

  insert into work_time_counters as kept (queue_id, user_id, bucket, slot, seats)
  select queue_id, user_id, bucket, counter_slot(queue_id), sum(times)
  from unnest(changes), lateral (select floor(8 * ln(work_ms) / ln(2))::smallint as bucket where work_ms > 0) as time
  group by queue_id, user_id, bucket having sum(times) <> 0 order by queue_id, user_id, bucket
  on conflict (queue_id, user_id, bucket, slot) do update set seats = kept.seats + excluded.seats;
  return null;
end $$;
--> statement-breakpoint
insert into queue_periods (queue_id, at, slot, completed, answered)
select queue_id, quarter_hour(completed_at), 0, sum(items), sum(seats)
from (
  select queue_id, completed_at, 1 as items, 0 as seats from queue_items
  where status = 'completed' and completed_at is not null and deleted_at is null and purpose <> 'gold' and copy_for is null
  union all
  select queue_id, completed_at, 0, 1 from item_seats where state = 'completed' and completed_at is not null
) as done
group by queue_id, quarter_hour(completed_at);
--> statement-breakpoint
DROP TABLE "queue_days" CASCADE;
