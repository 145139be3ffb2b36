// The one way in for spans: masked by the rules of their projects, then stored.
import type { Database } from "@/db/client";
import { countMasked, maskSpans, type OwnedSpan } from "./masking/mask-spans";
import { storeSpans } from "./store-spans";

/** Returns why spans were not stored, one text each. What was masked counts once it is stored. */
export async function takeIn(db: Database, spans: readonly OwnedSpan[]): Promise<string[]> {
  const { spans: masked, counts } = await maskSpans(db, spans);
  const clashes = await storeSpans(db, masked);
  await countMasked(db, counts);
  return clashes;
}
