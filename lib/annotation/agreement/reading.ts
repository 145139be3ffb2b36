import { bootstrap, type Interval, LEAST_ITEMS, noInterval } from "./bootstrap";
import { emptySample, type Measure, undefinedMeasure } from "./measure";

export type MeasureName =
  | "percent_agreement"
  | "pairwise_agreement"
  | "cohens_kappa"
  | "cohens_kappa_quadratic"
  | "fleiss_kappa"
  | "fleiss_kappa_generalized"
  | "gwet_ac1"
  | "gwet_ac2"
  | "krippendorff_alpha_nominal"
  | "krippendorff_alpha_ordinal"
  | "krippendorff_alpha_interval"
  | "krippendorff_alpha_jaccard"
  | "krippendorff_alpha_masi"
  | "krippendorff_alpha_unitizing"
  | "span_f1_exact"
  | "span_f1_characters"
  | "icc_1_1"
  | "icc_2_1"
  | "icc_2_k"
  | "icc_3_1";

/** A measure of one label with its bootstrap 95 % interval. */
export interface Reading<Name extends string = MeasureName> {
  readonly name: Name;
  readonly measure: Measure;
  readonly interval: Interval;
}

export interface Draws {
  readonly seed: string;
  readonly resamples: number;
}

/** A thousand resamples of this many rows take a few seconds; with more rows the measure has no interval. */
const intervalRowLimit = 5000;
const tooManyRows = `More than ${intervalRowLimit} different combinations of values, so no interval is drawn.`;
export const notRead = "There are more different combinations of values than are read.";

/** One large disagreement moves a weighted measure a lot, so it needs more items (bench/intervals.ts). */
const LEAST_ITEMS_OF_WEIGHTED = 100;
const weighted: ReadonlySet<string> = new Set<MeasureName>([
  "cohens_kappa_quadratic",
  "gwet_ac2",
  "krippendorff_alpha_ordinal",
]);

/** The interval, unless too few items support it: a measure may use fewer items than were drawn. */
function tellable(name: string, interval: Interval, items: number): Interval {
  const { resamples, undefinedResamples } = interval;
  const none = (reason: string) => noInterval(reason, resamples, undefinedResamples);
  if (interval.low === null) return interval;
  const least = weighted.has(name) ? LEAST_ITEMS_OF_WEIGHTED : LEAST_ITEMS;
  if (items < least) return none(`Too few items: an interval needs at least ${least}.`);
  return interval.low === interval.high ? none("All resamples give the same value: it would have no width.") : interval;
}

/** Functions that compute measures from a table's rows, by name. */
export type Measures<Row, Name extends string = MeasureName> = Partial<Record<Name, (rows: readonly Row[]) => Measure>>;

/** Each measure on the rows themselves, with its interval from resamples unless there is a reason against it. */
export function readRows<Row extends { readonly items: number }, Name extends string = MeasureName>(
  rows: readonly Row[],
  measures: Measures<Row, Name>,
  draws: Draws,
  refusal?: string,
): Reading<Name>[] {
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const points = entriesOf(measures).map(([name, of]) => ({ name, of, measure: of(rows) }));
  const reason = refusal ?? (rows.length > intervalRowLimit ? tooManyRows : undefined);
  const drawn = Object.fromEntries(
    points.flatMap(({ name, of, measure }) => (measure.value === null ? [] : [[name, of]])),
  );
  const intervals = reason === undefined ? bootstrap<Row, string>(rows, drawn, draws.seed, draws.resamples) : {};
  return points.map(({ name, measure }) => {
    const drawnOf = intervals[name];
    const why = measure.value === null ? measure.reason : (reason ?? notRead);
    return {
      name,
      measure,
      interval: drawnOf ? tellable(name, drawnOf, Math.min(measure.items, items)) : noInterval(why),
    };
  });
}

/** A measure that is known without rows to resample. */
export const readPoint = (name: MeasureName, measure: Measure, reason: string): Reading => ({
  name,
  measure,
  interval: noInterval(measure.value === null ? measure.reason : reason),
});

export const notApplicable = (name: MeasureName, reason: string): Reading =>
  readPoint(name, undefinedMeasure(emptySample, reason), reason);

export function entriesOf<Row, Name extends string = MeasureName>(
  measures: Measures<Row, Name>,
): [Name, (rows: readonly Row[]) => Measure][] {
  // Safe: the keys of Measures are Names, and no value is stored as undefined (exactOptionalPropertyTypes).
  return Object.entries(measures) as [Name, (rows: readonly Row[]) => Measure][];
}

/** An interval as the API shows it. */
export const presentInterval = (interval: Interval) => ({
  interval:
    interval.low === null
      ? null
      : {
          low: interval.low,
          high: interval.high,
          resamples: interval.resamples,
          undefined_resamples: interval.undefinedResamples,
        },
  interval_reason: interval.low === null ? interval.reason : null,
});
