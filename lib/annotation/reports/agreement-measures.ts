// The measures of one label in one queue. They are computed again if its counters or the label have changed.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { agreementCounters, agreementLabels } from "@/db/schema";
import { agreementLabel } from "@/lib/annotation/agreement/canonical";
import { type Counter, countersOf } from "@/lib/annotation/agreement/counters";
import { agreementFor, type LabelAgreement } from "@/lib/annotation/agreement/for-label";
import type { KeptCounts } from "@/lib/annotation/agreement/kept-counts";
import { presentInterval, type Reading } from "@/lib/annotation/agreement/reading";
import type { Counts } from "@/lib/annotation/agreement/tally";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import { type LabelMeasures, labelMeasures } from "@/lib/contracts/annotation/reports";

const READ_LIMIT = 20_000;
const RESAMPLES = 1000;
const LEAST_RESAMPLES = 100;
/**
 * Limits the rows drawn in total: about half a second. With more different value combinations there are fewer
 * resamples, and the answer says so.
 */
const DRAWN_ROWS = 300_000;

/** Null if no answers under the label have been counted in this queue. */
export async function measuresOf(db: Database, queueId: string, label: LabelRow): Promise<LabelMeasures | null> {
  const here = and(eq(agreementLabels.queueId, queueId), eq(agreementLabels.labelId, label.id));
  const [kept] = await db.select().from(agreementLabels).where(here);
  if (!kept || kept.type !== label.type) return null;
  if (kept.measuredVersion === kept.version && kept.measuredLabelVersion === label.version) {
    const known = labelMeasures.safeParse(kept.measures);
    if (known.success) return known.data;
  }
  const counts = await loadCounts(db, queueId, label);
  if (counts.shape.size === 0) return null;
  const seed = `${queueId} ${label.id}`;
  const kind = agreementLabel(label.type, label.settings);
  const measures = presentMeasures(agreementFor(kind, counts, seed, resamplesFor(counts)));
  await db
    .update(agreementLabels)
    .set({ measures, measuredVersion: kept.version, measuredLabelVersion: label.version })
    .where(and(here, eq(agreementLabels.version, kept.version)));
  return measures;
}

function resamplesFor({ shape, pattern, sheet }: KeptCounts): number {
  const rows = Math.max(shape.size, pattern?.size ?? 0, sheet?.size ?? 0);
  return Math.min(RESAMPLES, Math.max(LEAST_RESAMPLES, Math.round(DRAWN_ROWS / rows)));
}

async function loadCounts(db: Database, queueId: string, label: LabelRow): Promise<KeptCounts> {
  const counters = countersOf[label.type];
  const read = (counter: Counter) => (counters.includes(counter) ? countsOf(db, queueId, label.id, counter) : none);
  const limited = async (counter: Counter) => {
    const counts = await read(counter);
    return counters.includes(counter) && counts.size <= READ_LIMIT ? counts : null;
  };
  const [shape, pair, pattern, coincidence, cell, sheet, moment] = await Promise.all([
    read("shape"),
    read("pair"),
    limited("pattern"),
    limited("coincidence"),
    limited("cell"),
    limited("sheet"),
    limited("moment"),
  ]);
  return { shape, pair, pattern, coincidence, cell, sheet, moment };
}

const none: Counts = new Map();

/** A label's counters of one kind, up to a limit and one more. */
export async function countsOf(db: Database, queueId: string, labelId: string, counter: Counter): Promise<Counts> {
  const rows = await db
    .select({ key: agreementCounters.key, sum: agreementCounters.sum })
    .from(agreementCounters)
    .where(
      and(
        eq(agreementCounters.queueId, queueId),
        eq(agreementCounters.labelId, labelId),
        eq(agreementCounters.counter, counter),
      ),
    )
    .limit(READ_LIMIT + 1);
  return new Map(rows.map((row) => [row.key, row.sum]));
}

export const toThreeDecimals = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1000) / 1000;

function presentMeasures(agreement: LabelAgreement): LabelMeasures {
  const rounded = (isWanted: (reading: Reading) => boolean) =>
    toThreeDecimals(agreement.readings.find(isWanted)?.measure.value ?? null);
  return {
    agreement_pct: rounded(({ name }) => name === "percent_agreement"),
    cohens_kappa: toThreeDecimals(agreement.pooledKappa.value),
    disagreement_count: agreement.disagreements,
    items: agreement.items,
    annotators: agreement.annotators,
    comparisons: agreement.comparisons,
    fleiss_kappa: rounded(({ name }) => name === "fleiss_kappa"),
    krippendorff_alpha: rounded(({ name }) => name.startsWith("krippendorff_alpha")),
    measures: agreement.readings.map(presentReading),
  };
}

const presentReading = ({ name, measure, interval }: Reading): LabelMeasures["measures"][number] => ({
  name,
  value: measure.value,
  reason: measure.value === null ? measure.reason : null,
  items: measure.items,
  comparisons: measure.comparisons,
  left_out: measure.leftOut,
  note: measure.note ?? null,
  ...presentInterval(interval),
});
