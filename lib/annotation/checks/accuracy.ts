// How often annotators gave the known answer or repeated their own earlier one, from counters, for analytics.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { CheckFigures } from "@/lib/contracts/annotation/reports";
import { groupBy } from "@/lib/group-by";
import type { CheckKind } from "./rules/checks";

interface AccuracyTally extends Record<string, unknown> {
  user_id: string;
  label_id: string;
  purpose: CheckKind;
  answered: number;
  matching: number;
}

interface Accuracy {
  gold: CheckFigures;
  repeats: CheckFigures;
}

/** By annotator, under the queue's current labels. The function gives zeros for annotators who were never checked. */
export async function loadAccuracy(db: Database, queueId: string): Promise<(userId: string) => Accuracy> {
  const rows = await db.execute<AccuracyTally>(sql`
    select kept.user_id, kept.label_id, kept.purpose, kept.answered, kept.matching
    from queue_labels as binding
    join check_counters as kept on kept.queue_id = binding.queue_id and kept.label_id = binding.label_id
    where binding.queue_id = ${queueId} and kept.answered > 0 order by binding."order"`);
  const byPerson = groupBy(rows, (row) => `${row.user_id} ${row.purpose}`);
  const figuresOf = (userId: string, kind: CheckKind) => figures(byPerson.get(`${userId} ${kind}`) ?? []);
  return (userId) => ({ gold: figuresOf(userId, "gold_copy"), repeats: figuresOf(userId, "repeat") });
}

const figures = (rows: readonly AccuracyTally[]): CheckFigures => ({
  ...shareOf(
    rows.reduce((sum, row) => sum + row.answered, 0),
    rows.reduce((sum, row) => sum + row.matching, 0),
  ),
  labels: Object.fromEntries(rows.map((row) => [row.label_id, shareOf(row.answered, row.matching)])),
});

/** Three decimals; null for 0/0. */
const shareOf = (answered: number, matching: number) => ({
  answered,
  matching,
  share: answered === 0 ? null : Math.round((1000 * matching) / answered) / 1000,
});
