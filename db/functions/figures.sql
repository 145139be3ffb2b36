-- What the figures of db/schema/figures.ts are, said once: by the view of what each item counts for.

-- Quarters of an hour, of which the days of every time zone are made.
create or replace function quarter_hour(moment timestamptz) returns text language sql stable as $$
  select to_char(date_bin('15 minutes', moment, '2000-01-01 00:00+00') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI"Z"')
$$;

create or replace function microseconds(moment timestamptz) returns bigint language sql immutable as $$
  select (1000000 * extract(epoch from moment))::bigint
$$;

-- The values of a score that are counted one by one: texts are not, they hardly ever meet twice.
create or replace function counted_values(value jsonb) returns setof text language sql immutable as $$
  select ''
  union all
  select left(option, 500) from jsonb_array_elements_text(
    case when jsonb_typeof(value -> 'selected') = 'array' then value -> 'selected' else '[]' end) as option
  union all
  select left(span ->> 'category', 500) from jsonb_array_elements(
    case when jsonb_typeof(value -> 'spans') = 'array' then value -> 'spans' else '[]' end) as span
  union all
  select left(coalesce(value ->> 'rating', value ->> 'value', value ->> 'preferred'), 500)
  where value ?| array['rating', 'value', 'preferred']
$$;

-- Gold items count nowhere. Copies, which one annotator is given as if they were work, count for that annotator alone; what is
-- said of them is no part of the values that a queue has collected. Rows are looked up by their item alone: the conditions on
-- deleted_at are written so that no partial index fits, of which a plan from when tables were small may read every entry.
create or replace view counted_items as
select item.queue_id, item.id as item_id, entry.figure, entry.subject_id, entry.key, entry.by
from queue_items as item
cross join lateral (
  select case
    when item.review_status = 'pending_review' then 'in_review'
    when item.status = 'in_progress' and item.review_status = 'rejected' then 'needs_changes'
    else item.status end as state
) as current
cross join lateral (
  select 'items' as figure, item.queue_id as subject_id, current.state as key, 1::bigint as by where item.purpose = 'work'
  union all
  select 'completed', item.queue_id, quarter_hour(item.completed_at), 1
  where item.purpose = 'work' and item.status = 'completed' and item.completed_at is not null
  union all
  select 'checks', item.copy_for, replace(current.state, 'needs_changes', 'in_progress'), 1
  where item.copy_for is not null and current.state <> 'pending'
  union all
  select 'assigned', assignee.user_id, replace(current.state, 'needs_changes', 'in_progress'), 1
  from item_assignees as assignee where assignee.item_id = item.id and item.purpose = 'work'
  union all
  select done.figure, done.subject_id, done.key, done.by
  from item_seats as seat, lateral (
    select 'annotator' as figure, seat.user_id as subject_id, case when seat.state <> 'reserved' then seat.state
      when item.status = 'pending' then 'pending' else 'in_progress' end as key, 1::bigint as by
    union all
    select 'annotator', seat.user_id, 'in_review', 1 where seat.state = 'completed' and item.review_status = 'pending_review'
    union all
    select 'annotator', seat.user_id, 'work_ms', seat.work_ms where seat.state = 'completed' and seat.work_ms > 0
    union all
    select 'work_time', seat.user_id, floor(8 * ln(seat.work_ms) / ln(2))::text, 1
    where seat.state = 'completed' and seat.work_ms > 0
    union all
    select 'answered', item.queue_id, quarter_hour(seat.completed_at), 1
    where seat.state = 'completed' and seat.completed_at is not null and item.purpose = 'work'
    union all
    select 'last_active', seat.user_id, '', microseconds(seat.completed_at)
    where seat.state = 'completed' and seat.completed_at is not null
    union all
    select 'last_active', seat.user_id, '', microseconds(seat.skipped_at)
    where seat.state = 'skipped' and seat.skipped_at is not null
  ) as done
  where seat.item_id = item.id
  union all
  select said.figure, said.subject_id, said.key, said.by
  from scores as score, lateral (
    select 'values' as figure, score.label_id as subject_id, counted as key, 1 as by
    from counted_values(score.value) as counted where item.purpose = 'work'
    union all
    select 'annotator', score.annotator_id, 'annotations', 1 where score.annotator_id is not null
    union all
    select 'last_active', score.annotator_id, '', microseconds(score.updated_at) where score.annotator_id is not null
  ) as said
  where score.queue_item_id = item.id and coalesce(score.deleted_at, 'infinity') = 'infinity'
) as entry
where coalesce(item.deleted_at, 'infinity') = 'infinity';

-- What an item counted for at its last fold, as the view says it.
create or replace function kept_figures(queue uuid, figures jsonb)
returns table (figure text, subject_id uuid, key text, by bigint) language sql immutable as $$
  select split_part(named.key, ' ', 1), coalesce(nullif(split_part(named.key, ' ', 2), '')::uuid, queue), kept.key,
    kept.value::bigint
  from jsonb_each(figures) as named, jsonb_each_text(named.value) as kept
$$;

-- What marked items have changed since their last fold: of the first 500 marks, so that no reader reads on and on.
create or replace function open_figures(queue uuid)
returns table (figure text, subject_id uuid, key text, by bigint) language sql stable as $$
  select change.figure, change.subject_id, change.key, change.by
  from (
    select distinct item_id
    from (select item_id from item_marks where queue_id = queue order by id limit 500) as oldest
  ) as marked
  cross join lateral (
    select item.figure, item.subject_id, item.key, item.by from counted_items as item where item.item_id = marked.item_id
    union all
    select kept.figure, kept.subject_id, kept.key, -kept.by
    from item_contributions as item, kept_figures(queue, item.figures) as kept
    where item.queue_id = queue and item.item_id = marked.item_id
  ) as change
$$;

-- A queue's figures at this moment, in parts that are to be added up (of `last_active` the latest counts).
create or replace function figures(queue uuid)
returns table (figure text, subject_id uuid, key text, sum bigint) language sql stable as $$
  select figure, subject_id, key, sum from queue_figures where queue_id = queue
  union all
  select figure, subject_id, key, by from open_figures(queue)
$$;

-- What an item counts for may have changed with this file: each is counted anew, little by little.
insert into item_marks (queue_id, item_id) select queue_id, id from queue_items;
