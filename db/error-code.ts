/** PostgreSQL's code of an error, whoever wrapped it; undefined when it is none of PostgreSQL's. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return undefined;
}
