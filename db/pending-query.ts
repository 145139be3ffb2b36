// A query as drizzle asks it of the driver, and what is asked again when its connection turns out to be dead.
import type postgres from "postgres";
import { databaseOutage } from "@/lib/observe/outages";
import { wasDead } from "./connection-loss";
import { databaseErrorCode } from "./error-code";
import type { HangWatch } from "./hang-watch";
import { isUnreachable } from "./outages/database-outage";
import { noteRefusal } from "./outages/refused-writes";

type PendingQuery = ReturnType<postgres.Sql["unsafe"]>;
type Send = () => PromiseLike<unknown>;

/** The part of a query that drizzle uses. Like the driver's own it does nothing until it is awaited. */
export function pending(ask: (shape: (query: PendingQuery) => PromiseLike<unknown>) => Promise<unknown>) {
  let shape = (query: PendingQuery): PromiseLike<unknown> => query;
  let answer: Promise<unknown> | undefined;
  const query = {
    values() {
      shape = (sent) => sent.values();
      return query;
    },
    // biome-ignore lint/suspicious/noThenProperty: it stands for the driver's query, which is awaited.
    then(...handlers: Parameters<Promise<unknown>["then"]>) {
      answer ??= ask(shape);
      return answer.then(...handlers);
    },
  };
  return query;
}

/** Replaces a query that is not sent, and fails with the error of the lost connection. */
export const unsent = () =>
  pending(async () => {
    throw Object.assign(new Error("The connection is lost."), { code: "CONNECTION_CLOSED" });
  });

/** Runs a statement of a transaction; `loss` rejects when its connection is lost, because the driver drops unsent statements. */
export const askOnce =
  (watch: HangWatch, loss: Promise<never>, onFailure: (error: unknown) => void) => async (send: Send) => {
    const answered = watch.waiting();
    try {
      const rows = withoutHoles(await Promise.race([send(), loss]));
      databaseOutage.answered();
      return rows;
    } catch (error) {
      noteFailure(error);
      onFailure(error);
      throw error;
    } finally {
      answered();
    }
  };

/** Runs a single statement: sent again while it was not sent, and once more if it only reads. */
export const askAgain = (watch: HangWatch, connections: number, text: string) => async (send: Send) => {
  const left = { sent: READ.test(text) ? 1 : 0, unsent: connections };
  for (;;) {
    const answered = watch.waiting("alone");
    const query = send();
    try {
      const rows = withoutHoles(await query);
      databaseOutage.answered();
      return rows;
    } catch (error) {
      if (wasDead(error) && left[stateOf(query)]-- > 0) continue;
      noteFailure(error);
      throw error;
    } finally {
      answered();
    }
  }
};

/** A connection that this process has closed itself is no outage. */
function noteFailure(error: unknown): void {
  noteRefusal(error);
  if (isUnreachable(error) && databaseErrorCode(error) !== "CONNECTION_ENDED") databaseOutage.failed(error);
}

/** Where a statement failed behind its first rows, the driver leaves that many empty slots before the next one's rows. */
function withoutHoles(rows: unknown): unknown {
  if (Array.isArray(rows) && rows.length > 0 && !(0 in rows))
    rows.splice(
      0,
      rows.findIndex((_, index) => index in rows),
    );
  return rows;
}

const READ = /^\s*select\b/i;

/** The driver notes in a query which backend it has been written to. */
const stateOf = (query: PromiseLike<unknown>) => ("state" in query && query.state === null ? "unsent" : "sent");
