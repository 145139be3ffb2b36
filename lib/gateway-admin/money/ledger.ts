// The ledger of calls in this process's database, and Redis brought in line with it.
import { sql } from "drizzle-orm";
import { connection, type Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import { describeError } from "@/lib/error-report";
import type { Ledger, LedgerEntry } from "@/lib/gateway/money/ledger-entry";
import { LIFE, OUTBOX } from "@/lib/gateway/money/names";
import { processRedis } from "@/lib/redis/process";
import { CallBuffer } from "../call-buffer";
import { inHalves } from "../in-halves";
import { accountsOf } from "./accounts";
import { bring, type Difference } from "./bring";
import { insertEntries, LEDGER_LOCK } from "./store-entries";

/** Far more than ten minutes of a busy gateway: money is not given up. */
const CAPACITY = { calls: 500_000, characters: Number.POSITIVE_INFINITY };
const SWEEP_MS = 60_000;

/**
 * Brings Redis in line with the ledger: every account, or a key's own. Returns where they differed. What Redis alone knew is in
 * the ledger then. Without a Redis there is nothing to bring.
 */
export async function bringMoney(keyId?: string): Promise<Difference[]> {
  const redis = processRedis();
  if (!redis) return [];
  const now = Date.now();
  const { differences, taken } = await transaction(connection().db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LEDGER_LOCK})`);
    const books = {
      insert: (entries: readonly LedgerEntry[]) => insertEntries(tx, entries),
      accounts: () => accountsOf(tx, now, keyId),
      isWhole: keyId === undefined,
    };
    return bring(redis, books, now);
  });
  if (taken.length > 0) await redis.hdel(OUTBOX, ...taken);
  return differences;
}

/**
 * Writes calls into the ledger, each once however often it comes, and brings Redis in line where it has not booked one of them.
 * Returns why some were refused. Throws when the database cannot be reached; all may be given again then.
 */
export const storeEntries = (db: Database, entries: readonly LedgerEntry[]): Promise<string[]> =>
  inHalves(entries, async (part) => {
    await transaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${LEDGER_LOCK})`);
      await insertEntries(tx, part);
    });
    await forgetIn(part);
    return [];
  });

/** Once calls are in the ledger, Redis need not remember them; those that it has not booked are brought to it. */
async function forgetIn(entries: readonly LedgerEntry[]): Promise<void> {
  const redis = processRedis();
  const counted = entries.filter(({ isCounted }) => isCounted);
  if (!redis || counted.length === 0) return;
  try {
    const life = await redis.get<string>(LIFE);
    if (counted.some((entry) => entry.life !== life)) await bringMoney();
    else await redis.hdel(OUTBOX, ...counted.map(({ id }) => id));
  } catch (error) {
    // The ledger has them; the next comparison brings them.
    process.stderr.write(`gateway: ${describeError(error)}\n`);
  }
}

let ledgers: readonly CallBuffer<LedgerEntry & { characters: number }>[] = [];

/**
 * Once the calls that have ended in this process stand in the ledger. Whoever stores what a call has cost waits for this first: a
 * process that is killed then leaves nothing counted that the ledger does not know.
 */
export const ledgerWritten = async (): Promise<void> =>
  void (await Promise.all(ledgers.map((buffer) => buffer.written())));

/** Writes calls as they end, in batches; and now and then those that a process left behind in Redis when it was killed. */
export function createLedger(): { ledger: Ledger; drain(): Promise<void> } {
  const warn = (sentence: string) => void process.stderr.write(`gateway's ledger: ${sentence}\n`);
  const buffer = new CallBuffer<LedgerEntry & { characters: number }>({
    store: (entries) => storeEntries(connection().db, entries),
    warn,
    capacity: CAPACITY,
  });
  ledgers = [...ledgers, buffer];
  const sweeper = setInterval(() => void bringMoney().catch((error) => warn(describeError(error))), SWEEP_MS);
  sweeper.unref();
  const take = (entry: LedgerEntry | null) => {
    if (entry) buffer.add({ ...entry, characters: 0 });
  };
  return {
    ledger: { begin: () => take },
    /** Writes what has been handed over; gives up at the first failure. */
    drain() {
      clearInterval(sweeper);
      ledgers = ledgers.filter((other) => other !== buffer);
      return buffer.drain();
    },
  };
}
