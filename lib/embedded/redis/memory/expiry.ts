import { RedisError } from "../engine";
import { atLeast, type Command, type CommandTable, options, read, write } from "./command";
import type { Keyspace } from "./keyspace";
import { integer } from "./numbers";

export type LifetimeUnit = "EX" | "PX" | "EXAT" | "PXAT";

const asDeadline: Record<LifetimeUnit, (amount: number, now: number) => number> = {
  EX: (seconds, now) => now + seconds * 1000,
  PX: (milliseconds, now) => now + milliseconds,
  EXAT: (seconds) => seconds * 1000,
  PXAT: (milliseconds) => milliseconds,
};

/** The deadline in milliseconds since the epoch that `SET … EX 10` and its kin mean; not positive is an error. */
export function deadlineFrom(name: string, unit: LifetimeUnit, amount: string, now: number): number {
  const value = integer(amount);
  const deadline = asDeadline[unit](value, now);
  if (value <= 0 || !Number.isSafeInteger(deadline))
    throw new RedisError(`ERR invalid expire time in '${name}' command`);
  return deadline;
}

function mayMove(keyspace: Keyspace, key: string, deadline: number, rest: readonly string[]): boolean {
  const condition = options(rest, { NX: 0, XX: 0, GT: 0, LT: 0 });
  if ((condition.NX && (condition.XX || condition.GT || condition.LT)) || (condition.GT && condition.LT)) {
    throw new RedisError("ERR NX and XX, GT or LT options at the same time are not compatible");
  }
  const current = keyspace.deadline(key);
  if (condition.NX && current !== undefined) return false;
  if (condition.XX && current === undefined) return false;
  // A key without a deadline counts as living for ever.
  if (condition.GT && deadline <= (current ?? Infinity)) return false;
  return !(condition.LT && deadline >= (current ?? Infinity));
}

function expire(unit: LifetimeUnit): Command {
  return write(atLeast(2), (keyspace, key, amount, ...rest) => {
    const deadline = asDeadline[unit](integer(amount), keyspace.now);
    if (!keyspace.has(key) || !mayMove(keyspace, key, deadline, rest)) return 0;
    keyspace.expireAt(key, deadline);
    return 1;
  });
}

/** What is read off a deadline; -2 without the key, -1 without a deadline. */
function timing(measure: (deadline: number, now: number) => number): Command {
  return read(1, (keyspace, key) => {
    if (!keyspace.has(key)) return -2;
    const deadline = keyspace.deadline(key);
    return deadline === undefined ? -1 : measure(deadline, keyspace.now);
  });
}

export const expiry: CommandTable = {
  expire: expire("EX"),
  pexpire: expire("PX"),
  expireat: expire("EXAT"),
  pexpireat: expire("PXAT"),
  ttl: timing((deadline, now) => Math.round((deadline - now) / 1000)),
  pttl: timing((deadline, now) => deadline - now),
  expiretime: timing((deadline) => Math.floor(deadline / 1000)),
  pexpiretime: timing((deadline) => deadline),
  persist: write(1, (keyspace, key) => (keyspace.has(key) && keyspace.persist(key) ? 1 : 0)),
};
