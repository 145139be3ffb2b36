import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels, queueLabels } from "@/db/schema";
import { param, statement } from "@/db/statement";
import type { LabelRow } from "@/lib/annotation/scope/loaders";

const labelsOf = statement((db) =>
  db
    .select({ label: labels })
    .from(queueLabels)
    .innerJoin(labels, eq(labels.id, queueLabels.labelId))
    .where(eq(queueLabels.queueId, param("queueId")))
    .for("key share", { of: labels }),
);

/**
 * The labels of a queue, for checking values. Renaming their options waits until the checked values are written, and
 * this read waits for a renaming. The values' foreign keys to labels take the same locks.
 */
export const attachedLabels = async (db: Database, queueId: string): Promise<LabelRow[]> =>
  (await labelsOf(db, { queueId })).map((row) => row.label);
