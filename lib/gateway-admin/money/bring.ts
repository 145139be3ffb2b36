// Brings Redis in line with the ledger, which is the truth of money: after Redis has lost its memory, when a budget or a payment is
// new, and whenever the ledger has taken a call that Redis has not booked. Differences are added, never written over: calls that
// are held and booked meanwhile count.
import type { Redis } from "@upstash/redis";
import type { Budget, BudgetSubject } from "@/lib/gateway/money/budget";
import type { LedgerEntry } from "@/lib/gateway/money/ledger-entry";
import { MONEY, OUTBOX, STORE_EPOCH } from "@/lib/gateway/money/names";

/** What an account has spent according to the ledger, in micro-dollars; for credits, less the payments. */
export interface Account {
  account: string;
  spent: number;
  /** Until when Redis keeps it, in milliseconds since 1970; null for no end. */
  keptUntil: number | null;
  /** Of a budget's account. */
  budget?: BudgetSubject & Pick<Budget, "limit" | "period">;
}

/** The ledger, locked against other writers. */
export interface Books {
  insert(entries: readonly LedgerEntry[]): Promise<void>;
  accounts(): Promise<Account[]>;
  /** Whether these are all accounts with reservations: only then does Redis get a new epoch. */
  isWhole: boolean;
}

export interface Difference {
  account: string;
  ledger: number;
  redis: number;
}

const BATCH = 500;

/**
 * Adds the differences, and returns where Redis and the ledger differed. Calls that Redis alone knew are in the ledger then; `taken`
 * names them, to be forgotten once the ledger is committed.
 */
export async function bring(
  redis: Redis,
  books: Books,
  now: number,
): Promise<{ differences: Difference[]; taken: string[] }> {
  const early = await outboxOf(redis);
  await books.insert(early.entries);
  const names = (await books.accounts()).map(({ account }) => account);
  // In one step: what is booked stands in the outbox, or was in the ledger before nobody else could write to it.
  const snapshot = redis.multi().get(STORE_EPOCH).hgetall(OUTBOX);
  for (const name of names) snapshot.hget(MONEY + name, "spent");
  const [epoch, outbox, ...spent] = await snapshot.exec<[string | null, unknown, ...(string | null)[]]>();
  const late = readOutbox(outbox);
  await books.insert(late.entries);
  const inRedis = new Map(names.map((name, index) => [name, Number(spent[index] ?? 0)]));
  const differing = (await books.accounts()).filter(
    ({ account, spent: ledger }) => inRedis.has(account) && inRedis.get(account) !== ledger,
  );
  for (let start = 0; start < differing.length; start += BATCH) {
    const change = redis.multi();
    for (const { account, spent: ledger, keptUntil } of differing.slice(start, start + BATCH)) {
      change.hincrby(MONEY + account, "spent", ledger - (inRedis.get(account) ?? 0));
      if (keptUntil !== null) change.pexpire(MONEY + account, Math.max(1, keptUntil - now));
    }
    await change.exec();
  }
  if (epoch === null && books.isWhole) await redis.set(STORE_EPOCH, crypto.randomUUID());
  const differences = differing.map(({ account, spent: ledger }) => ({
    account,
    ledger,
    redis: inRedis.get(account) ?? 0,
  }));
  return { differences, taken: [...new Set([...early.ids, ...late.ids])] };
}

export const outboxOf = async (redis: Redis) => readOutbox(await redis.hgetall(OUTBOX));

/** A hash as Redis returns it: names and values in turn. */
function readOutbox(fields: unknown): { ids: string[]; entries: LedgerEntry[] } {
  const flat = Array.isArray(fields) ? fields.map(String) : [];
  return {
    ids: flat.filter((_, index) => index % 2 === 0),
    // Safe because lib/gateway/money writes them.
    entries: flat.filter((_, index) => index % 2 === 1).map((text) => JSON.parse(text) as LedgerEntry),
  };
}
