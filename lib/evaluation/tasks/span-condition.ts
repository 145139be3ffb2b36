// Which spans a task takes, as a condition on rows of `spans as span`. Counting and taking use the same condition.
// Attributes are compared afterwards, because they are among the contents of spans (rules/attributes.ts).
import { type SQL, sql } from "drizzle-orm";
import type { evalTasks } from "@/db/schema";
import type { SpanFilters } from "@/lib/contracts/evaluation/shapes/span-filters";
import { hasText } from "@/lib/pages";

type Sampling = Pick<typeof evalTasks.$inferSelect, "samplingRate" | "samplingUnit">;

/** No task takes a span that has not ended. It arrives again when it ends. */
export function filtered(filters: SpanFilters): SQL {
  const { observation_types: types, statuses, name, since, until } = filters;
  const conditions = [
    sql`span.ended_at is not null`,
    types?.length ? sql`span.observation_type in (${listed(types)})` : undefined,
    statuses?.length ? sql`span.status in (${listed(statuses)})` : undefined,
    name ? hasText(sql`span.name`, name) : undefined,
    since ? sql`span.started_at >= ${since}::timestamptz` : undefined,
    until ? sql`span.started_at < ${until}::timestamptz` : undefined,
    filters.entry_only ? sql`span.is_entry` : undefined,
  ];
  return sql.join(
    conditions.filter((one) => one !== undefined),
    sql` and `,
  );
}

const listed = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );

/**
 * Whether sampling takes the span: if the first 32 bits of the MD5 of its trace's or its own id, as a fraction of 2^32,
 * are below the rate. So the decision is always the same, and a higher rate takes everything that a lower one took.
 */
export function sampled({ samplingRate, samplingUnit }: Sampling): SQL {
  const id = samplingUnit === "trace" ? sql`span.trace_id` : sql`span.span_id`;
  return sql`('x' || left(md5(${id}), 8))::bit(32)::bigint < ${Math.round(samplingRate * 2 ** 32)}::bigint`;
}
