// The driver's client with two guards that it lacks: who waits for an answer is known to the watch, and a transaction whose
// connection is lost sends nothing any more. The driver itself would send it to a socket that is gone, which ends the process,
// or to whatever connection has taken the lost one's place, where it would be kept although the rest is not.
import type postgres from "postgres";
import type { HangWatch } from "./hang-watch";

/** One transaction's connection. */
class Line {
  lost = false;
  private fail: (error: unknown) => void = () => {};
  /** Rejects at the loss: the driver may wait for a connection to close that never does. */
  readonly loss = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  constructor() {
    this.loss.catch(() => {}); // nobody may be waiting
  }

  note(error: unknown): void {
    if (this.lost || !isLoss(error)) return;
    this.lost = true;
    this.fail(error);
  }
}

/** `line` is that of the transaction whose client `sql` is; a pool has none. */
export function guarded<T extends postgres.Sql>(sql: T, watch: HangWatch, line?: Line): T {
  return new Proxy(sql, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (key === "unsafe") {
        return (...words: Parameters<postgres.Sql["unsafe"]>) =>
          line?.lost ? unsent() : guardedQuery(target.unsafe(...words), watch, line);
      }
      if ((key !== "begin" && key !== "savepoint") || typeof value !== "function") return value;
      return (...words: unknown[]) => {
        if (line?.lost) return unsent();
        const work = words.pop() as Work; // safe: both methods end with the callback
        const own = (key === "savepoint" && line) || new Line();
        return guardedWork((inner) => Reflect.apply(value, target, [...words, inner]), work, watch, own);
      };
    },
  });
}

type Work = (transaction: postgres.Sql) => unknown;

async function guardedWork(run: (work: Work) => Promise<unknown>, work: Work, watch: HangWatch, line: Line) {
  // The driver's own statements are awaited before the work and after it.
  let answered = watch.waiting();
  const inner: Work = async (transaction) => {
    answered();
    try {
      return await work(guarded(transaction, watch, line));
    } finally {
      // Once it ends, the driver would commit or roll back.
      if (line.lost) await new Promise(() => {});
      answered = watch.waiting();
    }
  };
  const ended = run(inner);
  ended.catch(() => {}); // after a loss nobody waits for it
  try {
    return await Promise.race([ended, line.loss]);
  } catch (error) {
    line.note(error);
    throw error;
  } finally {
    answered();
  }
}

/** A query is sent when somebody waits for it. */
function guardedQuery<Q extends PromiseLike<unknown>>(query: Q, watch: HangWatch, line: Line | undefined): Q {
  const ask = query.then.bind(query);
  const then: typeof query.then = (onAnswer, onError) => {
    const answered = watch.waiting();
    return ask(
      (rows) => {
        answered();
        return onAnswer ? onAnswer(rows) : (rows as never); // safe: a missing handler passes the value on
      },
      (error: unknown) => {
        answered();
        line?.note(error);
        if (onError) return onError(error);
        throw error;
      },
    );
  };
  return Object.assign(query, { then });
}

/** The connection ended, the network failed, or the server said its last word. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown }; // safe: any object may lack them
  return severity === "FATAL" || severity === "PANIC" || /^(CONNECTION_[A-Z]+|E[A-Z]{4,})$/.test(String(code));
}

/** Stands for a query that is not sent, and fails as the lost connection has. */
function unsent() {
  const fail = () => Promise.reject(Object.assign(new Error("The connection is lost."), { code: "CONNECTION_CLOSED" }));
  const query = {
    values: () => query,
    // biome-ignore lint/suspicious/noThenProperty: like the driver's queries it does nothing until somebody waits.
    then: (...handlers: Parameters<Promise<never>["then"]>) => fail().then(...handlers),
  };
  return query;
}
