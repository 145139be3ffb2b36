// The one way in for spans: masked by the rules of their projects, then stored.
import type { Database } from "@/db/client";
import { countMasked, maskSpans, type OwnedSpan } from "./masking/mask-spans";
import { storeSpans } from "./store-spans";

interface TakenIn {
  /** The spans as they were stored, in their order: those that nothing was masked in are the same objects. */
  stored: readonly OwnedSpan[];
  /** Why spans were not stored, one text each. */
  clashes: string[];
}

/** What was masked counts once it is stored. */
export async function takeIn(db: Database, spans: readonly OwnedSpan[]): Promise<TakenIn> {
  const { spans: stored, counts } = await maskSpans(db, spans);
  const clashes = await storeSpans(db, stored);
  await countMasked(db, counts);
  return { stored, clashes };
}
