-- Gold items count nowhere. Copies, which one annotator is given as if they were work, count for that annotator alone.
alter type item_change add attribute copy_for uuid;
--> statement-breakpoint
create or replace function item_change_of(item queue_items, times integer) returns item_change language sql immutable as $$
  select item.id, item.queue_id, item.status, item.review_status,
    case when item.status = 'completed' then (item.completed_at at time zone 'utc')::date end, times, item.copy_for
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

  insert into queue_days as kept (queue_id, day, slot, completed)
  select queue_id, completed_on, counter_slot(queue_id), sum(times)
  from unnest(changes) where completed_on is not null and copy_for is null
  group by queue_id, completed_on having sum(times) <> 0 order by queue_id, completed_on
  on conflict (queue_id, day, slot) do update set completed = kept.completed + excluded.completed;

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
-- Copies by state, for the annotators whom they are for. A copy that nobody has begun is no part of any figure.
create function count_checks_of(changes item_change[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into annotator_counters as kept
    (queue_id, user_id, slot, checks_in_progress, checks_in_review, checks_completed, checks_skipped)
  select queue_id, copy_for, counter_slot(queue_id), in_progress, in_review, completed, skipped from (
    select queue_id, copy_for,
      coalesce(sum(times) filter (where status = 'in_progress' and review_status is distinct from 'pending_review'), 0)
        as in_progress,
      coalesce(sum(times) filter (where review_status = 'pending_review'), 0) as in_review,
      coalesce(sum(times) filter (where status = 'completed'), 0) as completed,
      coalesce(sum(times) filter (where status = 'skipped'), 0) as skipped
    from unnest(changes) where copy_for is not null group by queue_id, copy_for
  ) as person
  where (in_progress, in_review, completed, skipped) <> (0, 0, 0, 0) order by queue_id, copy_for
  on conflict (queue_id, user_id, slot) do update set
    checks_in_progress = kept.checks_in_progress + excluded.checks_in_progress,
    checks_in_review = kept.checks_in_review + excluded.checks_in_review,
    checks_completed = kept.checks_completed + excluded.checks_completed,
    checks_skipped = kept.checks_skipped + excluded.checks_skipped;
end $$;
--> statement-breakpoint
create or replace function count_assignees_of(changes item_change[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into annotator_counters as kept
    (queue_id, user_id, slot, assigned, assigned_pending, assigned_in_progress, assigned_in_review, assigned_skipped)
  select assignee.queue_id, assignee.user_id, counter_slot(assignee.queue_id), sum(times),
    coalesce(sum(times) filter (where status = 'pending'), 0),
    coalesce(sum(times) filter (where status = 'in_progress' and review_status is distinct from 'pending_review'), 0),
    coalesce(sum(times) filter (where review_status = 'pending_review'), 0),
    coalesce(sum(times) filter (where status = 'skipped'), 0)
  from unnest(changes) as change join item_assignees as assignee on assignee.item_id = change.id
  where change.copy_for is null
  group by assignee.queue_id, assignee.user_id order by assignee.queue_id, assignee.user_id
  on conflict (queue_id, user_id, slot) do update set
    assigned = kept.assigned + excluded.assigned,
    assigned_pending = kept.assigned_pending + excluded.assigned_pending,
    assigned_in_progress = kept.assigned_in_progress + excluded.assigned_in_progress,
    assigned_in_review = kept.assigned_in_review + excluded.assigned_in_review,
    assigned_skipped = kept.assigned_skipped + excluded.assigned_skipped;
end $$;
--> statement-breakpoint
create or replace function count_assignees() returns trigger language plpgsql
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
  where item.deleted_at is null and item.purpose = 'work'
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
alter type score_change add attribute queue_item_id uuid;
--> statement-breakpoint
create or replace function score_change_of(score scores, times integer) returns score_change language sql immutable as $$
  select score.queue_id, score.label_id, score.annotator_id, score.value, score.updated_at, times, score.queue_item_id
  where score.deleted_at is null and score.queue_id is not null
$$;
--> statement-breakpoint
-- What is said of checks is no part of the values that a queue has collected.
create function count_values_of(changes score_change[]) returns void language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan as $$
begin
  insert into label_value_counters as kept (queue_id, label_id, value, slot, scores)
  select queue_id, label_id, counted, counter_slot(queue_id), sum(times)
  from unnest(changes) as change, counted_values(change.value) as counted
  where coalesce((select item.purpose from queue_items as item where item.id = change.queue_item_id), 'work') = 'work'
  group by queue_id, label_id, counted having sum(times) <> 0 order by queue_id, label_id, counted
  on conflict (queue_id, label_id, value, slot) do update set scores = kept.scores + excluded.scores;
end $$;
--> statement-breakpoint
create or replace function count_scores() returns trigger language plpgsql as $$
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

  perform count_values_of(changes);

  insert into annotator_counters as kept (queue_id, user_id, slot, annotations, last_active)
  select queue_id, annotator_id, counter_slot(queue_id), sum(times), max(updated_at) filter (where times > 0)
  from unnest(changes) where annotator_id is not null
  group by queue_id, annotator_id order by queue_id, annotator_id
  on conflict (queue_id, user_id, slot) do update set
    annotations = kept.annotations + excluded.annotations, last_active = greatest(kept.last_active, excluded.last_active);
  return null;
end $$;
