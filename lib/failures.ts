// What of an error may be answered or stored: the message of a refusal of ours. Of every other error only a reference, under which
// the log has it: its own text may quote statements, addresses and other people's data.
import { isUnreachable } from "@/db/database-outage";
import { isRefusedWrite } from "@/db/refused-writes";
import { describeError } from "./error-report";
import { Failure, writesRefused } from "./errors";

/** Any error as a failure of the closed set; what is not in the set is internal. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isRefusedWrite(error)) return writesRefused(error);
  if (isUnreachable(error))
    return new Failure(
      "unavailable",
      "The database cannot answer just now. What you sent may not have been saved; try again.",
      { retryAfterSeconds: 2, cause: error },
    );
  return new Failure("internal", "Something went wrong on our side. Nothing about it was your doing.", {
    cause: error,
  });
}

/** Why work has failed, as it may be stored beside the work. */
export function reasonOf(error: unknown): string {
  if (error instanceof Failure && error.kind !== "internal") return error.message;
  if (toFailure(error).kind === "unavailable") return "The database did not answer.";
  const reference = crypto.randomUUID().slice(0, 8);
  const source = error instanceof Failure ? (error.detail.cause ?? error) : error;
  process.stderr.write(`Internal error, reference ${reference}. ${describeError(source)}\n`);
  return `Internal error, reference ${reference}.`;
}

/** For a job: its error says what may be stored, and the log has the rest. */
export async function withReason<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Failure("internal", reasonOf(error));
  }
}
