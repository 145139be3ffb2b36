// One statement that counts a sample: in total, by step and by the values of a split.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { MAX_ACTIVITY_GROUPS } from "@/lib/contracts/limits";
import type { ActivitySplit } from "@/lib/contracts/names";
import { Z_95 } from "@/lib/distributions";
import type { Spread, Tally } from "./rules/figures";
import type { Sample } from "./sample";

export interface CountedRow extends Tally, Record<string, unknown> {
  kind: "total" | "step" | "group";
  /** Of a step its number, of a group its value. */
  key: string;
}

/**
 * A quantile's rank, and the ranks around it that enclose the true quantile in 95 % of samples: David & Nagaraja
 * (2003), "Order Statistics", 7.1. A rank outside of the sample finds no latency.
 */
const ranksOf = (p: number) => {
  // As doubles: with exact numerics this is most of the statement's time.
  const n = "timed::double precision";
  const spread = `${Z_95 * Math.sqrt(p * (1 - p))}::double precision * sqrt(${n})`;
  const middle = `${n} * ${p}::double precision`;
  return {
    at: `greatest(1, ceil(${middle}))`,
    low: `floor(${middle} - ${spread})`,
    high: `ceil(${middle} + ${spread}) + 1`,
  };
};

const latencies = (name: string, p: number): SQL => {
  const { at, low, high } = ranksOf(p);
  const ranked = (rank: string) => `min(latency_ms) filter (where rank = ${rank} and rank <= timed)`;
  return sql.raw(`${ranked(at)} as ${name}, ${ranked(low)} as ${name}_low, ${ranked(high)} as ${name}_high`);
};

const figures = sql`latency_ms, status, total_tokens, cost_usd`;

/** Rows of the most frequent values of a split; a trace with several counts under each. */
const grouped = (split: ActivitySplit): SQL => sql`
  union all
  select 'group', term.value, ${figures}
  from sample cross join lateral (
    select substr(value, ${split.length + 2}) as value from unnest(sample.terms) as value
    where starts_with(value, ${`${split}=`})
  ) as term
  where term.value in (
    select substr(value, ${split.length + 2}) from sample, unnest(sample.terms) as value
    where starts_with(value, ${`${split}=`}) group by 1 order by count(*) desc, 1 limit ${MAX_ACTIVITY_GROUPS})`;

export const countsOf = (db: Database, { traces }: Sample, split: ActivitySplit | undefined) =>
  db.execute<CountedRow>(sql`
    with sample as materialized (${traces}),
    keyed as (
      select 'total' as kind, '' as key, ${figures} from sample
      union all select 'step', step::text, ${figures} from sample
      ${split ? grouped(split) : sql``}
    ),
    ranked as (
      select *, row_number() over (partition by kind, key order by latency_ms) as rank,
        count(latency_ms) over (partition by kind, key) as timed
      from keyed
    )
    select kind, key, count(*)::int as requests, (count(*) filter (where status <> 'UNSET'))::int as ended,
      (count(*) filter (where status = 'ERROR'))::int as errors, max(timed)::int as timed,
      ${latencies("p50", 0.5)}, ${latencies("p95", 0.95)},
      sum(total_tokens)::double precision as tokens, count(total_tokens)::int as with_tokens,
      sum(cost_usd) as cost, count(cost_usd)::int as with_cost
    from ranked group by kind, key order by kind, requests desc, key`);

/** How many traces the slices of a step have, and how much that differs. */
export async function spreadsOf(db: Database, { traces }: Sample): Promise<Map<number, Spread>> {
  const rows = await db.execute<{ step: number; sum: number; squares: number }>(sql`
    select step, sum(traces)::double precision as sum, sum(traces * traces)::double precision as squares
    from (select step, slice, count(*) as traces from (${traces}) as sample group by step, slice) as slices group by step`);
  return new Map(rows.map(({ step, ...spread }) => [step, spread]));
}
