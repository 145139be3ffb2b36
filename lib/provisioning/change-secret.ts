import { connection } from "@/db/client";
import { openingSecrets } from "@/lib/auth/session-secret";
import { moveJudgeKeys } from "@/lib/evaluation/judge/organization-key";
import { type Resealed, reseal } from "./reseal";

/** Encrypts again what AUTH_SECRET_OTHER has sealed. The projection in Redis is for the caller to write again. */
export async function changeSecret(): Promise<Resealed> {
  const { db } = connection();
  const [secret = "", ...former] = openingSecrets();
  for (const other of former) await moveJudgeKeys(db, secret, other);
  return reseal(db, [secret, ...former]);
}

/** The outcome in a few words, and what is to be done. */
export function describeResealed({ resealed, unreadable, left }: Resealed): string {
  const again = left > 0 ? " Somebody changed these meanwhile: run it again." : "";
  const lost = unreadable > 0 ? ` Opened by neither secret, and to be entered again: ${unreadable}.` : "";
  return `Secrets encrypted again: ${resealed}. Left: ${left}.${again}${lost}`;
}
