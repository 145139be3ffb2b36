// A hanging server or network gives no error: code that waits for it would wait forever. So when an answer has been awaited
// for long, the watch asks on a new connection whether the server still answers. A slow statement is left alone.
import postgres from "postgres";
import { openDriver } from "./driver";

const PATIENCE_MS = 3000;
const CHECK_EVERY_MS = 500;
const PROBE_TICKS = 10;

export interface HangWatch {
  /** Notes that an answer is awaited, `alone` outside of a transaction; the function that it returns notes that it has come. */
  waiting(alone?: "alone"): () => void;
  /** Notes that a transaction is under way, also between its statements; the function that it returns notes that it is over. */
  working(): () => void;
  /** Whether no answer is awaited and no transaction under way. */
  isIdle(): boolean;
  /** How many transactions and statements outside of any are under way. */
  load(): number;
}

/** Watches a pool; `giveUp` is called once, when its server no longer answers. */
export function watchForHangs(url: string, giveUp: () => void): HangWatch {
  const since = new Map<symbol, number>(); // in the order in which they began
  const transactions = new Set<symbol>();
  let timer: NodeJS.Timeout | undefined;
  let checkFrom = 0;
  let lone = 0;
  let hasGivenUp = false;

  const check = async (): Promise<void> => {
    const [oldest] = since.values();
    if (oldest === undefined) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    const now = Date.now();
    if (hasGivenUp || now - oldest < PATIENCE_MS || now < checkFrom) return;
    checkFrom = Number.POSITIVE_INFINITY;
    const answers = await answersAnybody(url);
    checkFrom = Date.now() + PATIENCE_MS;
    // The awaited answer may have come meanwhile.
    if (answers || !since.size || hasGivenUp) return;
    hasGivenUp = true;
    giveUp();
  };

  return {
    waiting(alone) {
      const wait = Symbol("an awaited answer");
      since.set(wait, Date.now());
      timer ??= setInterval(() => void check(), CHECK_EVERY_MS).unref();
      if (alone) lone += 1;
      return () => {
        since.delete(wait);
        if (alone) lone -= 1;
      };
    },
    working() {
      const transaction = Symbol("a transaction");
      transactions.add(transaction);
      return () => transactions.delete(transaction);
    },
    load: () => transactions.size + lone,
    isIdle: () => since.size === 0 && transactions.size === 0,
  };
}

async function answersAnybody(url: string): Promise<boolean> {
  const sql = openDriver(url, { max: 1, connect_timeout: 60 });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    // Counted in ticks: an answer that a busy process has not come to read is not late.
    let left = PROBE_TICKS;
    timer = setInterval(() => --left === 0 && resolve(false), CHECK_EVERY_MS);
  });
  // A refusal, such as "too many connections", is an answer.
  const answered = sql`select 1`.then(
    () => true,
    (error: unknown) => error instanceof postgres.PostgresError,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearInterval(timer);
    void sql.end({ timeout: 0 });
  }
}
