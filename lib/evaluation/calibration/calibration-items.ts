// What people and the judge said about each item. Also sends disagreements to a queue, and reads their answers back.
import { eq, type SQL, sql } from "drizzle-orm";
import { evalCalibrations } from "@/db/schema";
import { appendItems } from "@/lib/annotation/contents/queue-contents";
import { createQueue, updateQueueStatus } from "@/lib/annotation/queues/queues";
import { foldAll } from "@/lib/annotation/reports/fold";
import { assertManager, type QueueRow, queueAccess, queueInOrganization } from "@/lib/annotation/scope/loaders";
import type { Wire } from "@/lib/annotation/sources/source";
import { presentPreviews, previewJson } from "@/lib/annotation/sources/sources";
import { cut } from "@/lib/bounds/excerpt";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/calibration-items";
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import type { SourceType } from "@/lib/contracts/shapes";
import { invalid } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { type CalibrationInPlace, calibrationFor } from "./loaders";
import { itemVerdicts } from "./verdicts";

type Cell = Parameters<Verb<typeof contracts.listCalibrationItems>>[1]["cell"];

const cells: Record<Cell, SQL> = {
  all: sql`true`,
  disagreements: sql`people <> judge`,
  true_pass: sql`people and judge`,
  false_pass: sql`not people and judge`,
  true_fail: sql`not people and not judge`,
  false_fail: sql`people and not judge`,
  undecided: sql`people is null`,
  unjudged: sql`people is not null and judge is null`,
};

interface Row extends Record<string, unknown> {
  item_id: string;
  source_type: SourceType;
  source_id: string;
  preview: Wire | null;
  passes: number;
  fails: number;
  is_settled: boolean;
  people: boolean | null;
  judge: boolean | null;
  score: number | null;
  label: string | null;
  reason: string | null;
  log_id: string | null;
}

export const listCalibrationItems: Verb<typeof contracts.listCalibrationItems> = async ({ db, caller }, input) => {
  const { calibration, queue } = await calibrationFor(db, caller, input.calibration_id);
  await foldAll(db, queue.id);
  const { page, limit, offset } = pageRange(input);
  const verdicts = sql`(${itemVerdicts([calibration.id])}) as verdict`;
  const [[total], rows] = await Promise.all([
    db.execute<{ count: number }>(sql`select count(*)::int as count from ${verdicts} where ${cells[input.cell]}`),
    db.execute<Row>(sql`
      select item_id, source_type, source_id, passes, fails, is_settled, people, judge, score, label, left(reason, 2000) as reason,
        log_id, ${previewJson(sql`listed`, sql`${caller.organizationId}::uuid`)} as preview
      from (select verdict.*, row_number() over (
          order by people <> judge desc nulls last, people is null, judge is null, "order", item_id) as place
        from ${verdicts} where ${cells[input.cell]} order by place limit ${limit} offset ${offset}) as listed order by place`),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const described = rows.map(({ source_type, preview }) => ({ type: source_type, wire: preview }));
  const previews = await presentPreviews(db, caller.organizationId, described);
  return { count: all, page, limit, results: rows.map((row, index) => presentItem(row, previews[index] ?? {})) };
};

const verdictWord = (passed: boolean) => (passed ? ("pass" as const) : ("fail" as const));

const presentItem = ({ people, judge, label, preview: _, ...row }: Row, preview: Wire) => ({
  ...row,
  preview: previewText(preview),
  people: people === null ? ("undecided" as const) : verdictWord(people),
  judge: judge === null ? null : verdictWord(judge),
  judge_label: label,
});

const MOST_CHARACTERS = 300;

/** The readable part of a preview: its texts, one after the other. */
function previewText(preview: Wire): string {
  if (preview.deleted === true) return "This source was deleted.";
  const texts = Object.entries(preview).flatMap(([key, value]) =>
    key === "type" || key.endsWith("_id") || key === "id" ? [] : textsIn(value),
  );
  return cut(texts.join(" · "), MOST_CHARACTERS);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

export const queueDisagreements: Verb<typeof contracts.queueDisagreements> = (context, { calibration_id: id }) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    // Locked, so that two calls at once make one queue.
    await db.execute(sql`select 1 from eval_calibrations where id = ${id} for update`);
    const found = await calibrationFor(db, caller, id);
    await foldAll(db, found.queue.id);
    const rows = await db.execute<{ source_type: SourceType; source_id: string }>(sql`
      select source_type, source_id from (${itemVerdicts([found.calibration.id])}) as verdict
      where people <> judge order by "order", item_id limit ${MAX_ADDED_ITEMS}`);
    if (rows.length === 0) throw invalid("The judge and the annotators agree on every item that both have judged.");
    const queue = await disagreementQueue(inner, found);
    const references = rows.map(({ source_type, source_id }) => ({ sourceType: source_type, sourceId: source_id }));
    const { added } = await appendItems(db, queue, references);
    return { queue_id: queue.id, queue_name: queue.name, added: added.length, items: rows.length };
  });

/** The queue of an earlier call, unless it was archived since. Throws 403 for callers who do not manage it. */
async function disagreementQueue(context: Context, { calibration, label }: CalibrationInPlace): Promise<QueueRow> {
  const { db, caller } = context;
  const kept = calibration.disagreementQueueId;
  const existing = kept
    ? await db.query.queues.findFirst({
        where: (table, { and, eq: is, isNull }) => and(is(table.id, kept), isNull(table.deletedAt)),
      })
    : undefined;
  if (existing) {
    assertManager(await queueAccess(db, caller, existing.id), "Only queue managers can manage queue items.");
    return existing;
  }
  const made = await createQueue(context, {
    name:
      cut(`Disagreements: ${calibration.name}`, 220) +
      ` ${calibration.id.slice(0, 4)}${kept ? ` ${kept.slice(0, 4)}` : ""}`,
    description: "Where the judge and people disagree",
    instructions: null,
    assignment_strategy: "manual",
    annotations_required: 1,
    reservation_timeout_minutes: 60,
    requires_review: false,
    auto_assign: true,
    label_ids: [label.id],
    annotator_ids: [],
    annotator_roles: {},
  });
  await updateQueueStatus(context, { queue_id: made.id, status: "active" });
  await db
    .update(evalCalibrations)
    .set({ disagreementQueueId: made.id })
    .where(eq(evalCalibrations.id, calibration.id));
  return queueInOrganization(db, caller.organizationId, made.id);
}
