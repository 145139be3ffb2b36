// What a failure says about its connection.
import { databaseErrorCode } from "./error-code";

/** The connection ended, the network failed, or the server announced its shutdown. */
export function isLoss(error: unknown): boolean {
  const isLastWord = error instanceof Error && "severity" in error && /^(FATAL|PANIC)$/.test(String(error.severity));
  return isLastWord || /^(CONNECTION_[A-Z]+|E[A-Z]{4,})$/.test(databaseErrorCode(error) ?? "");
}

/**
 * The connection had been there, and is no more; or the server is about to be back. On a connection that is open again the
 * driver also hands on what the old server said last.
 */
export const wasDead = (error: unknown): boolean =>
  /^(CONNECTION_CLOSED|ECONNRESET|EPIPE|57P0[1235]|08\w{3})$/.test(databaseErrorCode(error) ?? "");
