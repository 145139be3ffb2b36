-- Keeps how many calls of an execution are in which state, whatever writes them, so that progress costs the same at ten calls and
-- at ten thousand: db/schema/simulation.ts. Calls are always taken before their execution, and executions by their ids: no two
-- writers wait for each other.
create or replace function add_call_counts(execution uuid, delta jsonb) returns void language sql as $$
  update test_executions set
    total_calls = total_calls + (delta->>'total')::int,
    pending_calls = pending_calls + (delta->>'pending')::int,
    ongoing_calls = ongoing_calls + (delta->>'ongoing')::int,
    analyzing_calls = analyzing_calls + (delta->>'analyzing')::int,
    completed_calls = completed_calls + (delta->>'completed')::int,
    failed_calls = failed_calls + (delta->>'failed')::int,
    cancelled_calls = cancelled_calls + (delta->>'cancelled')::int,
    passed_calls = passed_calls + (delta->>'passed')::int,
    failing_calls = failing_calls + (delta->>'failing')::int,
    excluded_calls = excluded_calls + (delta->>'excluded')::int,
    unscored_calls = unscored_calls + (delta->>'unscored')::int
  where id = execution
$$;

create or replace function call_counts_of(sign int, status text, verdict text) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'total', sign,
    'pending', sign * (status in ('pending', 'queued'))::int,
    'ongoing', sign * (status = 'ongoing')::int,
    'analyzing', sign * (status = 'analyzing')::int,
    'completed', sign * (status = 'completed')::int,
    'failed', sign * (status = 'failed')::int,
    'cancelled', sign * (status = 'cancelled')::int,
    'passed', sign * coalesce(verdict = 'passed', false)::int,
    'failing', sign * coalesce(verdict = 'failed', false)::int,
    'excluded', sign * coalesce(verdict = 'excluded', false)::int,
    'unscored', sign * coalesce(verdict = 'unscored', false)::int)
$$;

create or replace function count_new_calls() returns trigger language plpgsql as $$
declare one record;
begin
  for one in
    select execution_id, (
      select jsonb_object_agg(key, total)
      from (
        select key, sum(value::int) as total
        from added as a, jsonb_each_text(call_counts_of(1, a.status, a.verdict))
        where a.execution_id = each.execution_id and a.deleted_at is null
        group by key) as sums) as delta
    from (select distinct execution_id from added) as each order by execution_id
  loop
    perform add_call_counts(one.execution_id, one.delta) where one.delta is not null;
  end loop;
  return null;
end $$;

create or replace function count_changed_calls() returns trigger language plpgsql as $$
declare one record;
begin
  for one in
    select execution_id, jsonb_object_agg(key, total) as delta
    from (
      select execution_id, key, sum(value::int) as total
      from (
        select before.execution_id, call_counts_of(-1, before.status, before.verdict) as counts
        from was as before join became as after using (id)
        where before.deleted_at is null
          and (before.status, before.verdict, before.deleted_at) is distinct from (after.status, after.verdict, after.deleted_at)
        union all
        select after.execution_id, call_counts_of(1, after.status, after.verdict)
        from was as before join became as after using (id)
        where after.deleted_at is null
          and (before.status, before.verdict, before.deleted_at) is distinct from (after.status, after.verdict, after.deleted_at)
      ) as changes, jsonb_each_text(counts)
      group by execution_id, key) as sums
    group by execution_id order by execution_id
  loop
    perform add_call_counts(one.execution_id, one.delta);
  end loop;
  return null;
end $$;

create or replace trigger count_inserted after insert on call_executions referencing new table as added
  for each statement execute function count_new_calls();
create or replace trigger count_updated after update on call_executions referencing old table as was new table as became
  for each statement execute function count_changed_calls();
