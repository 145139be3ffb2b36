/** Writes an error's name and message only: a stack or a cause may quote addresses. */
export function reportError(error: unknown): void {
  const text =
    error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : "something other than an Error";
  // biome-ignore lint/suspicious/noConsole: the edge runtime has no other way to write a line
  console.error(`gateway: ${text}`);
}
