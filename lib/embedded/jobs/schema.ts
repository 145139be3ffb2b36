// The driver's own tables. They live in the schema `jobs`, apart from the product's, and the driver creates them itself.
import type { Client } from "pg";

const migrations = [
  `
  create table jobs.runs (
    id text primary key,
    function_id text not null,
    event json not null,
    status text not null default 'scheduled' check (status in ('scheduled', 'running', 'completed', 'failed', 'cancelled')),
    output json,
    error json,
    attempt integer not null default 0,
    discovery integer not null default 0,
    discovery_state text not null default 'idle' check (discovery_state in ('idle', 'queued', 'running')),
    discovery_stale boolean not null default false,
    parent_run_id text,
    parent_step_id text,
    created_at timestamptz not null default clock_timestamp(),
    started_at timestamptz,
    ended_at timestamptz
  );
  create index runs_ended_at on jobs.runs (ended_at) where ended_at is not null;
  create index runs_function on jobs.runs (function_id, created_at);

  create sequence jobs.step_order;
  create table jobs.steps (
    run_id text not null references jobs.runs on delete cascade,
    id text not null,
    name text,
    operation text not null,
    joined boolean not null,
    attempt integer not null default 0,
    result json,
    finished_order bigint,
    primary key (run_id, id)
  );

  comment on column jobs.steps.joined is 'the run goes on once all such steps have ended, not after each of them';

  create table jobs.waits (
    id bigint generated always as identity primary key,
    run_id text not null references jobs.runs on delete cascade,
    step_id text,
    event text not null,
    path text,
    expected text,
    expires_at timestamptz
  );
  create index waits_event on jobs.waits (event, path, expected);
  create index waits_run on jobs.waits (run_id);
  comment on column jobs.waits.step_id is 'the step that waits for the event; null when the event cancels the run';

  create table jobs.slots (
    position bigint generated always as identity,
    function_id text not null,
    run_id text not null,
    step_id text not null,
    keys text[] not null,
    call json not null,
    held boolean not null default false,
    primary key (run_id, step_id)
  );
  create index slots_function on jobs.slots (function_id, held, position);

  create table jobs.seen (key text primary key, expires_at timestamptz not null);
  create index seen_expires_at on jobs.seen (expires_at);
  create table jobs.paces (key text primary key, arrival timestamptz not null);
  create index paces_arrival on jobs.paces (arrival);
  create table jobs.debounces (
    key text primary key,
    function_id text not null,
    event json not null,
    fires_at timestamptz not null,
    deadline timestamptz
  );
  create table jobs.crons (key text primary key, last_tick timestamptz not null);
  `,
  `
  drop table jobs.waits;
  drop table jobs.paces;
  alter table jobs.runs drop column parent_run_id, drop column parent_step_id;
  `,
];

/** Brings the tables up to date. The caller holds the start lock, so that two drivers never migrate at once. */
export async function migrate(client: Client): Promise<void> {
  await client.query(
    "create schema if not exists jobs; create table if not exists jobs.migrations (number integer primary key)",
  );
  const { rows } = await client.query<{ done: number }>("select count(*)::integer as done from jobs.migrations");
  for (const [index, statements] of migrations.entries()) {
    if (index < (rows[0]?.done ?? 0)) continue;
    await client.query(`begin; ${statements}; insert into jobs.migrations (number) values (${index}); commit`);
  }
}
