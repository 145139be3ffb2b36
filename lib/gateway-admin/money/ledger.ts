// The ledger of calls in this process's database, and Redis brought in line with it.

import { sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import { connection, type Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import { describeError } from "@/lib/error-report";
import { bookedEntry, type Ledger, type LedgerEntry, type RecordEntry } from "@/lib/gateway/money/ledger-entry";
import { OUTBOX, STORE_EPOCH } from "@/lib/gateway/money/names";
import { inTime } from "@/lib/in-time";
import { log } from "@/lib/observe/log";
import { bothRedis, processRedis } from "@/lib/redis/process";
import { CallBuffer } from "../call-buffer";
import { inHalves } from "../in-halves";
import { accountsOf } from "./accounts";
import { bring, type Difference, outboxOf } from "./bring";
import { ofOurKeys } from "./former-names";
import { insertEntries } from "./store-entries";

/** Far more than a busy gateway produces in ten minutes, because money records are never dropped. */
const CAPACITY = { calls: 500_000, characters: Number.POSITIVE_INFINITY };
const SWEEP_MS = 60_000;
/** How long a stop waits for Redis to book ended calls. */
const BOOKING_PATIENCE_MS = 1_000;

/**
 * Brings Redis in line with the ledger: every account, or a key's own. Returns where they differed. What Redis alone knew is in
 * the ledger then. Without a Redis there is nothing to bring.
 */
export async function bringMoney(keyId?: string): Promise<Difference[]> {
  const both = bothRedis();
  if (!both) return [];
  const { redis, shared } = both;
  const now = Date.now();
  const former = keyId === undefined && shared !== redis ? (await outboxOf(shared)).entries : [];
  const { differences, taken, adopted } = await transaction(connection().db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.ledger})`);
    const books = {
      insert: (entries: readonly LedgerEntry[]) => insertEntries(tx, entries),
      accounts: () => accountsOf(tx, now, keyId),
      isWhole: keyId === undefined,
    };
    const ours = await ofOurKeys(tx, former);
    await insertEntries(tx, ours);
    return { ...(await bring(redis, books, now)), adopted: ours.map(({ id }) => id) };
  });
  if (taken.length > 0) await redis.hdel(OUTBOX, ...taken);
  if (adopted.length > 0) await shared.hdel(OUTBOX, ...adopted);
  return differences;
}

/**
 * Writes calls into the ledger, each once however often it comes, and brings Redis in line where it has not booked one of them.
 * Returns why some were refused. Throws when the database cannot be reached; then all may be passed again.
 */
export const storeEntries = (db: Database, entries: readonly LedgerEntry[]): Promise<string[]> =>
  inHalves(entries, async (part) => {
    await transaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.ledger})`);
      await insertEntries(tx, part);
    });
    await forgetIn(part);
    return [];
  });

/** Once calls are in the ledger, Redis need not remember them; those that it has not booked are brought to it. */
async function forgetIn(entries: readonly LedgerEntry[]): Promise<void> {
  const redis = processRedis();
  const countedEntries = entries.filter(({ isCounted }) => isCounted);
  if (!redis || countedEntries.length === 0) return;
  try {
    const epoch = await redis.get<string>(STORE_EPOCH);
    if (countedEntries.some((entry) => entry.life !== epoch)) await bringMoney();
    else await redis.hdel(OUTBOX, ...countedEntries.map(({ id }) => id));
  } catch (error) {
    // The ledger has them; the next comparison brings them.
    log("error", "gateway: Redis did not forget calls that the ledger has.", { error: describeError(error) });
  }
}

/** A call on its way into the ledger. */
interface Waiting {
  entry: LedgerEntry;
  /** Has the journal forget it. */
  release(): void;
  /** Entries contain no text. */
  characters: 0;
}

/** Keeps calls until the ledger has them, whatever becomes of the process. */
export interface CallJournal {
  /** Returns once the call is kept; call the returned function to forget it. */
  keep(entry: LedgerEntry): () => void;
  /** Hands over the calls that ended processes have kept, and forgets them. */
  replay(store: (entries: readonly LedgerEntry[]) => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** For a process without a folder of its own: a kill takes the calls that the ledger does not have yet. */
const noJournal: CallJournal = {
  keep: () => () => undefined,
  replay: async () => 0,
  close: async () => undefined,
};

let ledgers: readonly CallBuffer<Waiting>[] = [];

/**
 * Resolves when all calls that ended in this process are in the ledger. Code that stores a call's cost waits for this first: a
 * process that is killed then leaves nothing counted that the ledger does not know.
 */
export const ledgerWritten = async (): Promise<void> =>
  void (await Promise.all(ledgers.map((buffer) => buffer.written())));

/** How many calls that ended in this process the ledger does not have yet. */
export const ledgerWaiting = (): number => ledgers.reduce((sum, { size }) => sum + size, 0);

const warn = (sentence: string) => log("warn", `gateway's ledger: ${sentence}`);

const newBuffer = (): CallBuffer<Waiting> =>
  new CallBuffer<Waiting>({
    store: async (calls) => {
      const refused = await storeEntries(
        connection().db,
        calls.map(({ entry }) => entry),
      );
      for (const { release } of calls) release();
      return refused;
    },
    warn,
    lost: (count) =>
      `Calls that the database did not store in time: ${count}. The next start reads them from the journal.`,
    capacity: CAPACITY,
  });

/** Writes calls as they end, in batches; and now and then those that a killed process has left in Redis or in its journal. */
export function createLedger(journal: CallJournal = noJournal) {
  const buffer = newBuffer();
  ledgers = [...ledgers, buffer];
  /** Calls of which is not yet known whether Redis has booked them. */
  const booking = new Set<Promise<void>>();
  const record: RecordEntry = (entry, booked) => {
    if (!entry) return;
    // As one that Redis has not booked: the ledger then compares it with Redis.
    const release = journal.keep({ ...entry, life: null });
    if (!booked) return buffer.add({ entry, release, characters: 0 });
    const adding = booked.then((isBooked) => {
      booking.delete(adding);
      buffer.add({ entry: bookedEntry(entry, isBooked), release, characters: 0 });
    });
    booking.add(adding);
  };
  const recover = (): Promise<void> => replayIn(journal);
  const sweep = async (): Promise<void> => {
    await recover();
    await bringMoney().catch((error) => warn(describeError(error)));
  };
  const sweeper = setInterval(() => void sweep(), SWEEP_MS);
  sweeper.unref();
  const ledger: Ledger = { begin: () => record };
  return {
    ledger,
    /** Takes the calls in the journals of killed processes. Those that cannot be taken now are taken by the next sweep. */
    recover,
    /** Writes the calls that were handed over; stops at the first failure. */
    async drain(): Promise<void> {
      clearInterval(sweeper);
      ledgers = ledgers.filter((other) => other !== buffer);
      await inTime(Promise.all(booking), BOOKING_PATIENCE_MS, () => []);
      await buffer.drain();
      await journal.close();
    },
  };
}

async function replayIn(journal: CallJournal): Promise<void> {
  try {
    await journal.replay(storeKept);
  } catch (error) {
    warn(describeError(error));
  }
}

const storeKept = async (entries: readonly LedgerEntry[]): Promise<void> => {
  for (const why of await storeEntries(connection().db, entries))
    warn(`A call from the journal was not recorded. ${why}`);
};
