// The report on a queue's preference labels. It reads their scores, because the models are in the sources.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { presentInterval } from "@/lib/annotation/agreement/reading";
import { BOTH_BAD, preferenceRules, TIE } from "@/lib/annotation/labels/rules/preference";
import { assertMayReadReports, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reports/preferences";
import type { LabelPreferences } from "@/lib/contracts/annotation/reports/preferences";
import { type Contestant, type GivenPreference, type PreferenceFigures, preferenceFigures } from "./preference-figures";

const MOST_ANSWERS = 50_000;
const RESAMPLES = 1000;
const LEAST_RESAMPLES = 100;
/** Limits the items drawn in total, as for agreement. */
const DRAWN_ITEMS = 300_000;

interface PreferenceLabel extends Record<string, unknown> {
  id: string;
  name: string;
  settings: Record<string, unknown>;
}

export const getQueuePreferences: Verb<typeof contracts.getQueuePreferences> = async ({ db, caller }, input) => {
  const { queue, ...access } = await queueAccess(db, caller, input.queue_id);
  assertMayReadReports({ queue, ...access });
  const labels = await db.execute<PreferenceLabel>(sql`
    select label.id, label.name, label.settings from queue_labels as binding
    join labels as label on label.id = binding.label_id
    where binding.queue_id = ${queue.id} and label.type = 'preference' order by binding."order", label.id`);
  const reports: LabelPreferences[] = [];
  for (const label of labels) reports.push(await reportOf(db, queue.id, label));
  return { labels: reports };
};

async function reportOf(db: Database, queueId: string, label: PreferenceLabel): Promise<LabelPreferences> {
  const read = await loadAnswers(db, queueId, label);
  const answers = read.slice(0, MOST_ANSWERS);
  const items = new Set(answers.map(({ itemId }) => itemId)).size;
  const resamples = Math.min(RESAMPLES, Math.max(LEAST_RESAMPLES, Math.round(DRAWN_ITEMS / Math.max(1, items))));
  const figures = preferenceFigures(answers, { seed: `${queueId} ${label.id}`, resamples });
  return present(label, figures, read.length > MOST_ANSWERS);
}

/** A cell of the row that an item shows, by the column's name. */
const cellNamed = (column: string): SQL => sql`(
  select row.cells ->> "column".id::text from dataset_rows as row
  join dataset_columns as "column" on "column".dataset_id = row.dataset_id and "column".deleted_at is null
  where row.id = case when item.source_type = 'dataset_row' then item.source_id::uuid end
    and "column".name = ${column} limit 1)`;

interface AnswerRow extends Record<string, unknown> {
  item_id: string;
  preferred: string;
  shown_first: string | null;
  first: string | null;
  second: string | null;
  answers: number;
}

async function loadAnswers(db: Database, queueId: string, label: PreferenceLabel): Promise<GivenPreference[]> {
  const { first, second, firstModel, secondModel } = preferenceRules(label.settings);
  const contestant = (field: string, model: string | null): SQL =>
    model === null ? sql`${field}::text` : cellNamed(model);
  const rows = await db.execute<AnswerRow>(sql`
    with given as (
      select score.queue_item_id, score.value ->> 'preferred' as preferred, score.value ->> 'shown_first' as shown_first,
        count(*)::int as answers
      from scores as score
      where score.label_id = ${label.id} and score.queue_id = ${queueId} and score.deleted_at is null
        and score.annotator_id is not null and score.score_source <> 'imported'
      group by 1, 2, 3 order by 1, 2, 3 limit ${MOST_ANSWERS + 1}
    )
    select given.queue_item_id as item_id, preferred, shown_first, answers,
      ${contestant(first, firstModel)} as first, ${contestant(second, secondModel)} as second
    from given join queue_items as item on item.id = given.queue_item_id
    where item.purpose = 'work' and item.deleted_at is null
    order by 1, 2, 3`);
  const sideOf = (field: string | null) => (field === first ? "first" : field === second ? "second" : null);
  return rows.flatMap(({ item_id, preferred, shown_first, answers, ...names }): GivenPreference[] => {
    const outcome = preferred === TIE || preferred === BOTH_BAD ? preferred : sideOf(preferred);
    // Outputs without a model say nothing about models.
    if (outcome === null || !names.first || !names.second) return [];
    const known = shown_first === null || outcome === TIE || outcome === BOTH_BAD ? null : shown_first === preferred;
    return [
      {
        itemId: item_id,
        first: names.first,
        second: names.second,
        outcome,
        shown: known === null ? null : known ? "first" : "second",
        answers,
      },
    ];
  });
}

const present = (label: PreferenceLabel, figures: PreferenceFigures, truncated: boolean): LabelPreferences => ({
  label_id: label.id,
  label_name: label.name,
  items: figures.items,
  answers: figures.answers,
  ties: figures.ties,
  both_bad: figures.bothBad,
  contestants: figures.contestants.map(presentContestant),
  position: {
    answers: figures.position.answers,
    first_share: figures.position.mean,
    interval: figures.position.interval,
    interval_reason: figures.position.reason,
  },
  truncated,
});

const presentContestant = ({ name, wins, losses, ties, strength, reading: { measure, interval } }: Contestant) => ({
  name,
  wins,
  losses,
  ties,
  strength,
  win_rate: measure.value,
  reason: measure.value === null ? measure.reason : null,
  items: measure.items,
  ...presentInterval(interval),
});
