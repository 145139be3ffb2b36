// Which part of an error may be answered or stored: the message of our own failures. For any other error, only a reference to the
// log entry: its text may quote SQL statements, addresses and other people's data.
import { isContended, isUnreachable } from "@/db/outages/database-outage";
import { isRefusedWrite } from "@/db/outages/refused-writes";
import { describeError } from "./error-report";
import { Failure, writesRefused } from "./errors";
import { log } from "./observe/log";

const CONTENDED = "Other requests changed the same data at the same time.";

/** Any error as a Failure; an unknown error becomes `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isRefusedWrite(error)) return writesRefused(error);
  if (isUnreachable(error))
    return new Failure(
      "unavailable",
      "The database is not available. Your changes may not have been saved. Try again.",
      { retryAfterSeconds: 2, cause: error },
    );
  if (isContended(error)) {
    logContended(error);
    return new Failure("unavailable", `${CONTENDED} Your changes may not have been saved. Try again.`, {
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return new Failure("internal", "Something went wrong on the server. Your request was not the cause.", {
    cause: error,
  });
}

/** Clients try again, so nobody else would learn of a deadlock. */
const logContended = (error: unknown): void =>
  log("warn", "PostgreSQL ended a transaction because of others.", { error: describeError(error) });

/** Why work failed, in a form that may be stored with it. */
export function reasonOf(error: unknown): string {
  if (error instanceof Failure && error.kind !== "internal") return error.message;
  if (isContended(error)) {
    logContended(error);
    return CONTENDED;
  }
  if (toFailure(error).kind === "unavailable") return "The database did not answer.";
  const reference = crypto.randomUUID().slice(0, 8);
  const source = error instanceof Failure ? (error.detail.cause ?? error) : error;
  log("error", `Internal error, reference ${reference}.`, { error: describeError(source) });
  return `Internal error, reference ${reference}.`;
}

/** For a job: its error carries only what may be stored; the log has the rest. */
export async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Failure("internal", reasonOf(error));
  }
}
