// What annotators do with a queue's suggestions, counted from their scores.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { assertMayReadReports, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/suggestions";
import type { SuggestionShare } from "@/lib/contracts/annotation/suggestions";
import { wilson } from "@/lib/estimate";

export const getQueueSuggestions: Verb<typeof contracts.getQueueSuggestions> = async ({ db, caller }, input) => {
  const access = await queueAccess(db, caller, input.queue_id);
  assertMayReadReports(access);
  const { id, suggestions: mode } = access.queue;
  const labels = await suggestedLabels(db, id);
  const uses = await countUses(db, id);
  const people = [...new Map(uses.map(({ user_id, name }) => [user_id, name]))];
  return {
    mode,
    labels: labels.map((label) => ({
      ...label,
      ...figures(uses.filter(({ label_id }) => label_id === label.label_id)),
    })),
    annotators: people.map(([user_id, name]) => ({
      user_id,
      name,
      ...figures(uses.filter((use) => use.user_id === user_id)),
    })),
  };
};

const MOST_ORIGINS = 10;

interface SuggestedLabel extends Record<string, unknown> {
  label_id: string;
  label_name: string;
  suggestions: number;
  origins: string[];
}

const suggestedLabels = (db: Database, queueId: string) =>
  db.execute<SuggestedLabel>(sql`
    select label.id as label_id, label.name as label_name, made.suggestions, made.origins
    from queue_labels as binding join labels as label on label.id = binding.label_id
    cross join lateral (
      select count(*)::int as suggestions,
        coalesce((array_agg(distinct origin order by origin))[:${sql.raw(String(MOST_ORIGINS))}], '{}') as origins
      from suggestions where queue_id = ${queueId} and label_id = label.id) as made
    where binding.queue_id = ${queueId} order by binding."order", label.id`);

/**
 * Own answers before the suggestion was shown (`first`): all that are known, those that equal it, the others, and which
 * of these were changed to it. Then answers whose suggestion was shown before.
 */
type Figure = "shown" | "first" | "first_same" | "first_other" | "changed" | "before" | "accepted";
type Uses = Record<Figure, number>;

const countUses = (db: Database, queueId: string) =>
  db.execute<Uses & Record<"label_id" | "user_id" | "name", string>>(sql`
    select score.label_id, person.id as user_id, person.name, count(*)::int as shown,
      count(*) filter (where own is not null)::int as first,
      count(*) filter (where own)::int as first_same,
      count(*) filter (where not own)::int as first_other,
      count(*) filter (where not own and same)::int as changed,
      count(*) filter (where shown = 'before')::int as before,
      count(*) filter (where shown = 'before' and same)::int as accepted
    from scores as score
    join queue_items as item on item.id = score.queue_item_id and item.purpose = 'work' and item.deleted_at is null
    join users as person on person.id = score.annotator_id
    cross join lateral (select score.suggestion ->> 'shown' as shown, (score.suggestion -> 'same')::boolean as same,
      (nullif(score.suggestion -> 'firstSame', 'null'))::boolean as own) as used
    where score.queue_id = ${queueId} and score.deleted_at is null and score.suggestion is not null
    group by score.label_id, person.id, person.name order by person.name, person.id`);

function figures(rows: readonly Uses[]) {
  const sum = (name: Figure) => rows.reduce((total, row) => total + row[name], 0);
  return {
    shown: sum("shown"),
    same_at_first: shareOf(sum("first_same"), sum("first")),
    changed_to: shareOf(sum("changed"), sum("first_other")),
    accepted: shareOf(sum("accepted"), sum("before")),
  };
}

const shareOf = (count: number, of: number): SuggestionShare => ({
  count,
  of,
  share: of === 0 ? null : count / of,
  interval: of === 0 ? null : wilson(count / of, of),
});
