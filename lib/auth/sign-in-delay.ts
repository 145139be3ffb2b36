// Failed sign-ins to one account, from wherever they come. After some, each one more makes the next attempt wait longer, up to a
// quarter of an hour. So guessing ends, and nobody can lock a person out for good: between two waits the right password passes.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { sha256 } from "./hash";
import { assertAttemptsLeft } from "./throttle";

/** Failures without a wait. The next ones wait 2, 4, 8 and so on seconds. */
export const FREE_FAILURES = 10;
const LONGEST_SECONDS = 900;
/** After so long without an attempt, failures are forgotten. */
const KEPT = sql`interval '1 day'`;
const MOST_DOUBLINGS = 10;
const SWEPT_AT_ONCE = 100;

// Hashed, so that the table has no addresses. Whether the account exists is not looked up: the answer would tell it.
const keyOf = (account: string): string => sha256(`sign-in\n${account}`);

/**
 * Counts an attempt as failed before it is made; throws 429 while the account waits, and counts nothing then. One statement
 * decides, so that of attempts at once only one passes after each wait. By the clock, because it may have waited for another.
 * Returns how many have failed in a row, with this one.
 */
export async function beginAttempt(db: Database, account: string): Promise<number> {
  const key = keyOf(account);
  const doublings = sql`least(${MOST_DOUBLINGS}, delay.failures + 1 - ${FREE_FAILURES})`;
  const seconds = sql`case when delay.failures < ${FREE_FAILURES} then 0
    else least(${LONGEST_SECONDS}, power(2, ${doublings})) end`;
  const [row] = await db.execute<{ failures: number }>(sql`
    insert into sign_in_delays as delay (key, failures, next_at, ends_at) values (${key}, 1, clock_timestamp(), clock_timestamp() + ${KEPT})
    on conflict (key) do update set
      failures = case when delay.ends_at <= clock_timestamp() then 1 else least(delay.failures, 1000) + 1 end,
      next_at = case when delay.ends_at <= clock_timestamp() then clock_timestamp() else clock_timestamp() + make_interval(secs => ${seconds}) end,
      ends_at = clock_timestamp() + ${KEPT}
    where delay.next_at <= clock_timestamp()
    returning failures`);
  if (!row) assertAttemptsLeft(await secondsLeft(db, key));
  if (row?.failures === 1) await sweep(db);
  return row?.failures ?? 0;
}

/** How long the account waits; at least a second, because it was waiting a moment ago. */
async function secondsLeft(db: Database, key: string): Promise<number> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from next_at - now()))::int as seconds from sign_in_delays where key = ${key}`);
  return Math.max(1, row?.seconds ?? 1);
}

/** Uncounts an attempt that was no guess. */
export async function refundDelay(db: Database, account: string): Promise<void> {
  await db.execute(sql`
    update sign_in_delays set failures = greatest(0, failures - 1), next_at = now() where key = ${keyOf(account)}`);
}

/** The person has signed in, or has chosen a new password with a link. */
export async function clearDelay(db: Database, account: string): Promise<void> {
  await db.execute(sql`delete from sign_in_delays where key = ${keyOf(account)}`);
}

async function sweep(db: Database): Promise<void> {
  await db.execute(sql`
    delete from sign_in_delays where key in (
      select key from sign_in_delays where ends_at < now() limit ${SWEPT_AT_ONCE} for update skip locked)`);
}
