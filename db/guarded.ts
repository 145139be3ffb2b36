// The driver's client with guards that it lacks. Who waits for an answer is known to the watch. A transaction whose connection
// is lost sends nothing any more: the driver itself would send it to a socket that is gone, which ends the process, or to
// whatever connection has taken the lost one's place, where it would be kept although the rest is not. A transaction is
// committed only when the server says so. And what met a dead connection before it could change anything is sent again.
import type postgres from "postgres";
import { type SpanStart, traced } from "@/lib/observe/tracing";
import { handledBy } from "@/lib/rejections";
import { isLoss, wasDead } from "./connection-loss";
import type { HangWatch } from "./hang-watch";
import { askAgain, askOnce, pending, unsent } from "./pending-query";

/** One transaction's connection. */
class Line {
  lost = false;
  private fail: (error: unknown) => void = () => {};
  /** Rejects at the loss: the driver may wait for a connection to close that never does. */
  readonly loss = new Promise<never>((_, reject) => {
    this.fail = reject;
  });

  constructor() {
    this.loss.catch(handledBy("the code that waits on this line, if any"));
  }

  note(error: unknown): void {
    if (this.lost || !isLoss(error)) return;
    this.lost = true;
    this.fail(error);
  }
}

/** A transaction or a savepoint in it. */
interface Scope {
  line: Line;
  hasBegun: boolean;
  /** Why a statement of it failed, the first one; those of inner savepoints are not counted. */
  failure?: { error: unknown };
}

/** `scope` is that of the transaction whose client `sql` is; a pool has none. */
export function guarded<T extends postgres.Sql>(sql: T, watch: HangWatch, scope?: Scope): T {
  return new Proxy(sql, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (key === "unsafe") {
        return (...args: Parameters<postgres.Sql["unsafe"]>) => {
          if (scope?.line.lost) return unsent();
          const ask = scope
            ? askOnce(watch, scope.line.loss, (error) => noteFailure(scope, error))
            : askAgain(watch, target.options.max, args[0]);
          const [text, values, options] = args;
          const further = scope || target.options.prepare ? options : { ...options, ...ALONE };
          return pending((shape) =>
            traced(
              () => statementSpan(text),
              () => ask(() => shape(target.unsafe(text, values, further))),
            ),
          );
        };
      }
      if ((key !== "begin" && key !== "savepoint") || typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (scope?.line.lost) return unsent();
        const work = args.pop() as TransactionBody; // safe: both methods end with the callback
        const open: Open = (inner) => Reflect.apply(value, target, [...args, inner]);
        if (!scope) return begin(open, work, watch, target.options.max);
        return guardedWork(open, work, watch, { line: scope.line, hasBegun: false });
      };
    },
  });
}

/**
 * Has the driver send nothing after a statement before its answer is there. A pooler takes the session away at an answer, also
 * when another statement is half sent, which then waits forever.
 */
const ALONE: postgres.UnsafeQueryOptions & { onexecute: () => boolean } = { onexecute: () => false };

const MOST_TEXT = 2_000;

/** The statement as it was written: its values travel beside it and are left out. */
const statementSpan = (text: string): SpanStart => {
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "statement";
  const attributes = {
    "db.system.name": "postgresql",
    "db.operation.name": operation,
    "db.query.text": text.slice(0, MOST_TEXT),
  };
  return { name: operation, kind: "client", attributes };
};

function noteFailure(scope: Scope, error: unknown): void {
  scope.failure ??= { error };
  scope.line.note(error);
}

type TransactionBody = (transaction: postgres.Sql) => unknown;
type Open = (work: TransactionBody) => Promise<unknown>;

/** A transaction that has not begun has done nothing, so it may meet every dead connection of the pool before a good one. */
async function begin(open: Open, work: TransactionBody, watch: HangWatch, connections: number): Promise<unknown> {
  const over = watch.working();
  try {
    for (let left = connections; ; left -= 1) {
      const scope: Scope = { line: new Line(), hasBegun: false };
      try {
        return await committed(open, work, watch, scope);
      } catch (error) {
        if (scope.hasBegun || left === 0 || !wasDead(error)) throw error;
      }
    }
  } finally {
    over();
  }
}

/**
 * The driver takes any answer to its COMMIT for success, also the ROLLBACK that an aborted transaction gets. So the COMMIT is
 * sent here, and the driver, which lets go of a connection once its transaction is over, is never told that the work is done.
 */
function committed(open: Open, work: TransactionBody, watch: HangWatch, scope: Scope): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const committing: TransactionBody = async (transaction) => {
      const result = await work(transaction);
      if (scope.failure) throw scope.failure.error;
      // Its failure is heard also where the loss was noticed first and has rejected already.
      commit(transaction).then(() => resolve(result), reject);
      return new Promise(() => {});
    };
    guardedWork(open, committing, watch, scope).catch(reject);
  });
}

async function commit(transaction: postgres.Sql): Promise<void> {
  const { command } = await transaction.unsafe("commit");
  if (command === "COMMIT") return;
  throw Object.assign(new Error(`The transaction is not committed: the server answered ${command}.`), {
    code: "25P02",
  });
}

async function guardedWork(open: Open, work: TransactionBody, watch: HangWatch, scope: Scope): Promise<unknown> {
  const { line } = scope;
  // The driver's own statements are awaited before the work and after it.
  let answered = watch.waiting();
  const inner: TransactionBody = async (transaction) => {
    answered();
    scope.hasBegun = true;
    try {
      return await work(guarded(transaction, watch, scope));
    } finally {
      // Once it ends, the driver would roll back.
      if (line.lost) await new Promise(() => {});
      answered = watch.waiting();
    }
  };
  const ended = open(inner);
  ended.catch(handledBy("the race below, unless the connection was lost"));
  try {
    return await Promise.race([ended, line.loss]);
  } catch (error) {
    line.note(error);
    throw error;
  } finally {
    answered();
  }
}
