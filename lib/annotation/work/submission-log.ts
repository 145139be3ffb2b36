// Remembers submissions, and skips with a mutation id, so that a repeated request has no second effect and the last
// ones can be undone (undo.ts).
import { createHash } from "node:crypto";
import { lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { submissions } from "@/db/schema";
import type { ItemContext } from "@/lib/annotation/items/read-work";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { conflict } from "@/lib/errors";

type Submit = Parameters<Verb<typeof contracts.submitAnnotations>>[1];
type Skip = Parameters<Verb<typeof contracts.skipItem>>[1];

/**
 * Whether a submission with this mutation id was sent before; `sent` is that earlier one. Throws 409
 * `mutation_id_reused` if it is a different one.
 */
export function isRepeated(sent: ItemContext["sent"], itemId: string, fingerprint: string | null): boolean {
  if (!sent) return false;
  if (sent.itemId === itemId && sent.fingerprint === fingerprint) return true;
  throw conflict("This mutation_id was already used for another submission.", { code: "mutation_id_reused" });
}

export const fingerprintOf = ({ annotations, notes, item_notes, complete }: Submit): string =>
  hashOf([annotations, notes, item_notes, ...(complete ? [complete] : [])]);
export const fingerprintOfSkip = ({ reason }: Skip): string => hashOf(["skip", reason ?? null]);
const hashOf = (content: unknown): string => createHash("sha256").update(JSON.stringify(content)).digest("base64url");

const KEPT_DAYS = 7;

/** Deletes entries that are too old to be repeated or undone. */
export async function forgetSubmissions(db: Database, now: Date): Promise<void> {
  await db.delete(submissions).where(lt(submissions.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}
