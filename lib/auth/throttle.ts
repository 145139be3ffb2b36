// Limits attempts at things that can be guessed or abused, counted per key within a time window.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { Failure } from "@/lib/errors";
import { sha256 } from "./hash";
import { waitText } from "./rules/wait-text";

export interface Limit {
  /** The action; part of the key. */
  action: string;
  attempts: number;
  windowSeconds: number;
}

const HOUR = 3600;

export const limits = {
  signInByAddress: { action: "sign-in from an address", attempts: 100, windowSeconds: HOUR },
  signInByAccountAndAddress: { action: "sign-in to an account from an address", attempts: 10, windowSeconds: HOUR },
  signUp: { action: "sign-up", attempts: 20, windowSeconds: HOUR },
  unknownInvitation: { action: "unknown invitation", attempts: 60, windowSeconds: HOUR },
  resetByAddress: { action: "password reset from an address", attempts: 20, windowSeconds: HOUR },
  resetByAccount: { action: "password reset of an account", attempts: 5, windowSeconds: HOUR },
  mailedInvitationsBy: { action: "mailed invitations of a person", attempts: 200, windowSeconds: HOUR },
  mailedInvitationsTo: { action: "mailed invitations to an email", attempts: 5, windowSeconds: HOUR },
  unknownReset: { action: "unknown password reset", attempts: 60, windowSeconds: HOUR },
  // A whole office may sign in from one address in an hour.
  companySignIn: { action: "company sign-in from an address", attempts: 2000, windowSeconds: HOUR },
  adminToken: { action: "administration from an address", attempts: 20, windowSeconds: HOUR },
  feedbackByAddress: { action: "feedback from an address", attempts: 60, windowSeconds: 60 },
  feedbackByKey: { action: "feedback with a key", attempts: 3000, windowSeconds: 60 },
  unknownFeedbackKey: { action: "unknown feedback key", attempts: 60, windowSeconds: HOUR },
  secondFactor: { action: "second factor", attempts: 20, windowSeconds: HOUR },
  password: { action: "password change", attempts: 10, windowSeconds: HOUR },
} as const satisfies Record<string, Limit>;

// Hashed, so that the table holds no addresses and all keys have the same length.
const keyOf = (limit: Limit, subject: string): string => sha256(`${limit.action}\n${subject}`);

/** Counts an attempt before it is made; throws 429 if none is left in the window. */
export async function spendAttempt(db: Database, limit: Limit, subject: string): Promise<void> {
  assertAttemptsLeft(await tryAttempt(db, limit, subject));
}

/**
 * Counts an attempt. Seconds until attempts are allowed again if none was left; else null. One statement, so that concurrent
 * attempts cannot all pass.
 */
export async function tryAttempt(db: Database, limit: Limit, subject: string): Promise<number | null> {
  const window = sql`now() + make_interval(secs => ${limit.windowSeconds})`;
  const [row] = await db.execute<{ attempts: number; seconds: number }>(sql`
    insert into throttles as throttle (key, attempts, window_ends_at) values (${keyOf(limit, subject)}, 1, ${window})
    on conflict (key) do update set
      attempts = case when throttle.window_ends_at <= now() then 1 else least(throttle.attempts, ${limit.attempts}) + 1 end,
      window_ends_at = case when throttle.window_ends_at <= now() then ${window} else throttle.window_ends_at end
    returning attempts, ceil(extract(epoch from window_ends_at - now()))::int as seconds`);
  if (!row) throw new Error("the attempt was not counted");
  if (row.attempts === 1) await forgetEndedWindows(db);
  return row.attempts > limit.attempts ? row.seconds : null;
}

/** Seconds until attempts are allowed again; null if some are left. Counts nothing. */
export async function secondsUntilAttempt(db: Database, limit: Limit, subject: string): Promise<number | null> {
  const [row] = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from window_ends_at - now()))::int as seconds from throttles
    where key = ${keyOf(limit, subject)} and attempts >= ${limit.attempts} and window_ends_at > now()`);
  return row?.seconds ?? null;
}

/** Throws 429 after too many attempts in the window. */
export function assertAttemptsLeft(secondsUntil: number | null): void {
  if (secondsUntil !== null) throw tooMany(secondsUntil);
}

function tooMany(seconds: number): Failure {
  return new Failure("rateLimited", `Too many attempts. Try again in ${waitText(seconds)}.`, {
    retryAfterSeconds: Math.max(1, seconds),
  });
}

/** Forgets the attempts of a key. */
export async function forgetAttempts(db: Database, limit: Limit, subject: string): Promise<void> {
  await db.execute(sql`delete from throttles where key = ${keyOf(limit, subject)}`);
}

/** Uncounts an attempt that succeeded, so that only failures count. */
export async function refundAttempt(db: Database, limit: Limit, subject: string): Promise<void> {
  await db.execute(sql`update throttles set attempts = greatest(0, attempts - 1) where key = ${keyOf(limit, subject)}`);
}

async function forgetEndedWindows(db: Database): Promise<void> {
  await db.execute(sql`
    delete from throttles where key in (
      select key from throttles where window_ends_at < now() limit 100 for update skip locked)`);
}
