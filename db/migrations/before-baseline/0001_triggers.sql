-- Keeps the counters of db/schema/counters.ts. Statement-level, so that adding ten thousand items costs one addition a
-- counter. Items leave a queue by deleted_at; rows vanish only with the whole queue. No statement may change an item's status
-- and its seats at once: each trigger sees the other table as the statement left it.

-- A slot that nobody else is writing in this queue, so that transactions neither wait for one another nor deadlock.
create function counter_slot(queue uuid) returns smallint language plpgsql as $$
declare
  own constant integer := pg_backend_pid() % 16;
  candidate integer;
begin
  for step in 0..15 loop
    candidate := (own + step) % 16;
    if pg_try_advisory_xact_lock(hashtextextended('counters ' || queue || ' ' || candidate, 0)) then
      return candidate;
    end if;
  end loop;
  return own;
end $$;
--> statement-breakpoint
create type item_change as (
  id uuid, queue_id uuid, status text, review_status text, completed_on date, times integer
);
--> statement-breakpoint
create function item_change_of(item queue_items, times integer) returns item_change language sql immutable as $$
  select item.id, item.queue_id, item.status, item.review_status,
    case when item.status = 'completed' then (item.completed_at at time zone 'utc')::date end, times
  where item.deleted_at is null
$$;
--> statement-breakpoint
create function count_items() returns trigger language plpgsql as $$
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
      where (before.status, before.review_status, before.completed_at, before.deleted_at)
        is distinct from (after.status, after.review_status, after.completed_at, after.deleted_at)
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
  from unnest(changes) group by queue_id order by queue_id
  on conflict (queue_id, slot) do update set
    total = kept.total + excluded.total, pending = kept.pending + excluded.pending,
    in_progress = kept.in_progress + excluded.in_progress, in_review = kept.in_review + excluded.in_review,
    needs_changes = kept.needs_changes + excluded.needs_changes, completed = kept.completed + excluded.completed,
    skipped = kept.skipped + excluded.skipped;

  insert into queue_days as kept (queue_id, day, slot, completed)
  select queue_id, completed_on, counter_slot(queue_id), sum(times)
  from unnest(changes) where completed_on is not null
  group by queue_id, completed_on having sum(times) <> 0 order by queue_id, completed_on
  on conflict (queue_id, day, slot) do update set completed = kept.completed + excluded.completed;

  if tg_op = 'UPDATE' then
    perform count_seats_of(changes);
    perform count_assignees_of(changes);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- What a change of items means to those who have a seat at them. The settings, here and below: plans are kept from when the
-- tables were small; these leave none but the lookup of each row by its index.
create function count_seats_of(changes item_change[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
begin
  insert into annotator_counters as kept (queue_id, user_id, slot, pending, in_progress, in_review)
  select queue_id, user_id, counter_slot(queue_id), pending, in_progress, in_review from (
    select seat.queue_id, seat.user_id,
      coalesce(sum(times) filter (where state = 'reserved' and status = 'pending'), 0) as pending,
      coalesce(sum(times) filter (where state = 'reserved' and status <> 'pending'), 0) as in_progress,
      coalesce(sum(times) filter (where state = 'completed' and review_status = 'pending_review'), 0) as in_review
    from unnest(changes) as change join item_seats as seat on seat.item_id = change.id
    group by seat.queue_id, seat.user_id
  ) as person
  where (pending, in_progress, in_review) <> (0, 0, 0) order by queue_id, user_id
  on conflict (queue_id, user_id, slot) do update set
    pending = kept.pending + excluded.pending, in_progress = kept.in_progress + excluded.in_progress,
    in_review = kept.in_review + excluded.in_review;
end $$;
--> statement-breakpoint
create function count_assignees_of(changes item_change[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
begin
  insert into annotator_counters as kept
    (queue_id, user_id, slot, assigned, assigned_pending, assigned_in_progress, assigned_in_review, assigned_skipped)
  select assignee.queue_id, assignee.user_id, counter_slot(assignee.queue_id), sum(times),
    coalesce(sum(times) filter (where status = 'pending'), 0),
    coalesce(sum(times) filter (where status = 'in_progress' and review_status is distinct from 'pending_review'), 0),
    coalesce(sum(times) filter (where review_status = 'pending_review'), 0),
    coalesce(sum(times) filter (where status = 'skipped'), 0)
  from unnest(changes) as change join item_assignees as assignee on assignee.item_id = change.id
  group by assignee.queue_id, assignee.user_id order by assignee.queue_id, assignee.user_id
  on conflict (queue_id, user_id, slot) do update set
    assigned = kept.assigned + excluded.assigned,
    assigned_pending = kept.assigned_pending + excluded.assigned_pending,
    assigned_in_progress = kept.assigned_in_progress + excluded.assigned_in_progress,
    assigned_in_review = kept.assigned_in_review + excluded.assigned_in_review,
    assigned_skipped = kept.assigned_skipped + excluded.assigned_skipped;
end $$;
--> statement-breakpoint
create type seat_change as (
  item_id uuid, user_id uuid, queue_id uuid, state text, work_ms integer, active_at timestamptz, times integer
);
--> statement-breakpoint
create function seat_change_of(seat item_seats, times integer) returns seat_change language sql immutable as $$
  select seat.item_id, seat.user_id, seat.queue_id, seat.state, case when seat.state = 'completed' then seat.work_ms else 0 end,
    case seat.state when 'completed' then seat.completed_at when 'skipped' then seat.skipped_at end, times
$$;
--> statement-breakpoint
create function count_states_of(changes seat_change[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
begin
  insert into annotator_counters as kept
    (queue_id, user_id, slot, completed, skipped, pending, in_progress, in_review, work_ms, last_active)
  select change.queue_id, change.user_id, counter_slot(change.queue_id),
    coalesce(sum(times) filter (where state = 'completed'), 0),
    coalesce(sum(times) filter (where state = 'skipped'), 0),
    coalesce(sum(times) filter (where state = 'reserved' and item.status = 'pending'), 0),
    coalesce(sum(times) filter (where state = 'reserved' and item.status <> 'pending'), 0),
    coalesce(sum(times) filter (where state = 'completed' and item.review_status = 'pending_review'), 0),
    sum(times * work_ms), max(active_at)
  from unnest(changes) as change
  left join queue_items as item on item.id = change.item_id and item.deleted_at is null
  group by change.queue_id, change.user_id order by change.queue_id, change.user_id
  on conflict (queue_id, user_id, slot) do update set
    completed = kept.completed + excluded.completed, skipped = kept.skipped + excluded.skipped,
    pending = kept.pending + excluded.pending, in_progress = kept.in_progress + excluded.in_progress,
    in_review = kept.in_review + excluded.in_review, work_ms = kept.work_ms + excluded.work_ms,
    last_active = greatest(kept.last_active, excluded.last_active);
end $$;
--> statement-breakpoint
create function count_seats() returns trigger language plpgsql as $$
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

  insert into work_time_counters as kept (queue_id, user_id, bucket, slot, seats)
  select queue_id, user_id, bucket, counter_slot(queue_id), sum(times)
  from unnest(changes), lateral (select floor(8 * ln(work_ms) / ln(2))::smallint as bucket where work_ms > 0) as time
  group by queue_id, user_id, bucket having sum(times) <> 0 order by queue_id, user_id, bucket
  on conflict (queue_id, user_id, bucket, slot) do update set seats = kept.seats + excluded.seats;
  return null;
end $$;
--> statement-breakpoint
create function count_assignees() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
declare
  times constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  changed item_assignees[];
begin
  if tg_op = 'INSERT' then
    changed := array(select assignee from new_rows as assignee);
  else
    changed := array(select assignee from old_rows as assignee);
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  insert into annotator_counters as kept
    (queue_id, user_id, slot, assigned, assigned_pending, assigned_in_progress, assigned_in_review, assigned_skipped)
  select assignee.queue_id, assignee.user_id, counter_slot(assignee.queue_id), times * count(*),
    times * count(*) filter (where status = 'pending'),
    times * count(*) filter (where status = 'in_progress' and review_status is distinct from 'pending_review'),
    times * count(*) filter (where review_status = 'pending_review'),
    times * count(*) filter (where status = 'skipped')
  from unnest(changed) as assignee join queue_items as item on item.id = assignee.item_id
  where item.deleted_at is null
  group by assignee.queue_id, assignee.user_id order by assignee.queue_id, assignee.user_id
  on conflict (queue_id, user_id, slot) do update set
    assigned = kept.assigned + excluded.assigned,
    assigned_pending = kept.assigned_pending + excluded.assigned_pending,
    assigned_in_progress = kept.assigned_in_progress + excluded.assigned_in_progress,
    assigned_in_review = kept.assigned_in_review + excluded.assigned_in_review,
    assigned_skipped = kept.assigned_skipped + excluded.assigned_skipped;
  return null;
end $$;
--> statement-breakpoint
create type score_change as (
  queue_id uuid, label_id uuid, annotator_id uuid, value jsonb, updated_at timestamptz, times integer
);
--> statement-breakpoint
create function score_change_of(score scores, times integer) returns score_change language sql immutable as $$
  select score.queue_id, score.label_id, score.annotator_id, score.value, score.updated_at, times
  where score.deleted_at is null and score.queue_id is not null
$$;
--> statement-breakpoint
-- The values of a score that are counted one by one: texts are not, they hardly ever meet twice.
create function counted_values(value jsonb) returns setof text language sql immutable as $$
  select ''
  union all
  select left(option, 500) from jsonb_array_elements_text(
    case when jsonb_typeof(value -> 'selected') = 'array' then value -> 'selected' else '[]' end) as option
  union all
  select left(coalesce(value ->> 'rating', value ->> 'value'), 500) where value ?| array['rating', 'value']
$$;
--> statement-breakpoint
create function count_scores() returns trigger language plpgsql as $$
declare
  changes score_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(select change from new_rows as score, score_change_of(score, 1) as change where change.label_id is not null);
  elsif tg_op = 'DELETE' then
    changes := array(select change from old_rows as score, score_change_of(score, -1) as change where change.label_id is not null);
  else
    changes := array(
      select change
      from old_rows as before join new_rows as after on after.id = before.id,
        lateral (select score_change_of(before, -1) union all select score_change_of(after, 1)) as state(change)
      where (before.value, before.annotator_id, before.queue_id, before.deleted_at)
        is distinct from (after.value, after.annotator_id, after.queue_id, after.deleted_at)
        and (change).label_id is not null);
  end if;
  if cardinality(changes) = 0 then
    return null;
  end if;

  insert into label_value_counters as kept (queue_id, label_id, value, slot, scores)
  select queue_id, label_id, counted, counter_slot(queue_id), sum(times)
  from unnest(changes) as change, counted_values(change.value) as counted
  group by queue_id, label_id, counted having sum(times) <> 0 order by queue_id, label_id, counted
  on conflict (queue_id, label_id, value, slot) do update set scores = kept.scores + excluded.scores;

  insert into annotator_counters as kept (queue_id, user_id, slot, annotations, last_active)
  select queue_id, annotator_id, counter_slot(queue_id), sum(times), max(updated_at) filter (where times > 0)
  from unnest(changes) where annotator_id is not null
  group by queue_id, annotator_id order by queue_id, annotator_id
  on conflict (queue_id, user_id, slot) do update set
    annotations = kept.annotations + excluded.annotations, last_active = greatest(kept.last_active, excluded.last_active);
  return null;
end $$;
--> statement-breakpoint
create trigger count_inserted after insert on queue_items referencing new table as new_rows
  for each statement execute function count_items();
--> statement-breakpoint
create trigger count_updated after update on queue_items referencing old table as old_rows new table as new_rows
  for each statement execute function count_items();
--> statement-breakpoint
create trigger count_deleted after delete on queue_items referencing old table as old_rows
  for each statement execute function count_items();
--> statement-breakpoint
create trigger count_inserted after insert on item_seats referencing new table as new_rows
  for each statement execute function count_seats();
--> statement-breakpoint
create trigger count_updated after update on item_seats referencing old table as old_rows new table as new_rows
  for each statement execute function count_seats();
--> statement-breakpoint
create trigger count_deleted after delete on item_seats referencing old table as old_rows
  for each statement execute function count_seats();
--> statement-breakpoint
create trigger count_inserted after insert on item_assignees referencing new table as new_rows
  for each statement execute function count_assignees();
--> statement-breakpoint
create trigger count_deleted after delete on item_assignees referencing old table as old_rows
  for each statement execute function count_assignees();
--> statement-breakpoint
create trigger count_inserted after insert on scores referencing new table as new_rows
  for each statement execute function count_scores();
--> statement-breakpoint
create trigger count_updated after update on scores referencing old table as old_rows new table as new_rows
  for each statement execute function count_scores();
--> statement-breakpoint
create trigger count_deleted after delete on scores referencing old table as old_rows
  for each statement execute function count_scores();
