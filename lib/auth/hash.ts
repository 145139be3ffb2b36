import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** SHA-256 as lowercase hex: enough for random secrets, which cannot be guessed from a list. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** 24 random bytes as hex, with a prefix that identifies the kind of a leaked secret. */
export const randomSecret = (prefix: string): string => `${prefix}${randomBytes(24).toString("hex")}`;

/** First and last four characters. */
export const mask = (secret: string): string => `${secret.slice(0, 8)}…${secret.slice(-4)}`;

/** Compares two SHA-256 hashes in constant time. */
export function equalHashes(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}
