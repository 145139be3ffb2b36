-- Marks each item whose figures may have changed, whatever writes it: db/schema/figures.ts. Nothing is computed here, and no
-- writer waits for another. Once a statement, so that a million rows cost no more memory than ten. A trigger that is added
-- here sees no earlier change: mark every item then, as figures.sql does.
create or replace function mark_items() returns trigger language plpgsql as $$
begin
  insert into item_marks (queue_id, item_id) select queue_id, id from changed;
  return null;
end $$;

create or replace function mark_items_of_parts() returns trigger language plpgsql as $$
begin
  insert into item_marks (queue_id, item_id) select queue_id, item_id from changed;
  return null;
end $$;

create or replace function mark_items_of_scores() returns trigger language plpgsql as $$
begin
  insert into item_marks (queue_id, item_id)
  select distinct queue_id, queue_item_id from changed where queue_id is not null and queue_item_id is not null;
  return null;
end $$;

create or replace function mark_items_of_gold_answers() returns trigger language plpgsql as $$
begin
  insert into item_marks (queue_id, item_id)
  select queue_id, id from queue_items where id in (select item_id from changed);
  return null;
end $$;

create or replace trigger mark_inserted after insert on queue_items referencing new table as changed
  for each statement execute function mark_items();
create or replace trigger mark_updated after update on queue_items referencing new table as changed
  for each statement execute function mark_items();
create or replace trigger mark_deleted after delete on queue_items referencing old table as changed
  for each statement execute function mark_items();

create or replace trigger mark_inserted after insert on item_seats referencing new table as changed
  for each statement execute function mark_items_of_parts();
create or replace trigger mark_updated after update on item_seats referencing new table as changed
  for each statement execute function mark_items_of_parts();
create or replace trigger mark_deleted after delete on item_seats referencing old table as changed
  for each statement execute function mark_items_of_parts();

create or replace trigger mark_inserted after insert on item_assignees referencing new table as changed
  for each statement execute function mark_items_of_parts();
create or replace trigger mark_deleted after delete on item_assignees referencing old table as changed
  for each statement execute function mark_items_of_parts();

create or replace trigger mark_inserted after insert on scores referencing new table as changed
  for each statement execute function mark_items_of_scores();
create or replace trigger mark_updated after update on scores referencing new table as changed
  for each statement execute function mark_items_of_scores();
create or replace trigger mark_deleted after delete on scores referencing old table as changed
  for each statement execute function mark_items_of_scores();

create or replace trigger mark_inserted after insert on gold_answers referencing new table as changed
  for each statement execute function mark_items_of_gold_answers();
create or replace trigger mark_updated after update on gold_answers referencing new table as changed
  for each statement execute function mark_items_of_gold_answers();
create or replace trigger mark_deleted after delete on gold_answers referencing old table as changed
  for each statement execute function mark_items_of_gold_answers();
