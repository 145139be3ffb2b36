/** An error and what caused it. */
function* chainOf(error: unknown): Generator<Error> {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++)
    yield current;
}

/** The code of an error, however it is wrapped: PostgreSQL's, its driver's or Node's. Undefined if it has none. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (const each of chainOf(error)) if ("code" in each && typeof each.code === "string") return each.code;
  return undefined;
}

const SQLSTATE = /^[\dA-Z]{5}$/;

/** Whether PostgreSQL has refused a statement, or the text of one is in the error. Such texts may quote rows. */
export const isDatabaseError = (error: unknown): boolean =>
  [...chainOf(error)].some(
    (each) =>
      each.message.startsWith("Failed query:") ||
      ("code" in each && typeof each.code === "string" && SQLSTATE.test(each.code) && !("syscall" in each)),
  );
