/** PostgreSQL's code of an error, however it is wrapped; undefined if it is not PostgreSQL's. */
export function databaseErrorCode(error: unknown): string | undefined {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ("code" in current && typeof current.code === "string") return current.code;
  }
  return undefined;
}
