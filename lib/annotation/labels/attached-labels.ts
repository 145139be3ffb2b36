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
 * The labels of a queue, to read values by. A renaming of their options waits until what is read so is written, or is waited
 * for. The values' references to their labels take the same locks.
 */
export const attachedLabels = async (db: Database, queueId: string): Promise<LabelRow[]> =>
  (await labelsOf(db, { queueId })).map((row) => row.label);
