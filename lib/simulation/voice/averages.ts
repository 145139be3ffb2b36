// The averages of an execution's phone calls.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { ExecutionRow } from "../runs/loaders";
import { type SpeechMetric, speechMetricNames } from "./rules/speech";

type Average = `avg_${SpeechMetric}` | "avg_agent_latency_ms" | "avg_stop_time_after_interruption_ms";
type Averages = Record<Exclude<Average, `avg_avg_${string}`>, number | null>;

const averageOf = (name: SpeechMetric): string => (name.startsWith("avg_") ? name : `avg_${name}`);

/** Each is the mean over the calls that measured it; null for text executions. */
export async function speechAverages(db: Database, { id, pinned }: ExecutionRow): Promise<Averages> {
  const [row] =
    pinned.agent.type === "voice"
      ? await db.execute<Record<string, number | null>>(sql`
          select ${sql.join(
            speechMetricNames.map((name) => sql`avg((metrics->>${name}::text)::float8) as ${sql.identifier(name)}`),
            sql`, `,
          )}
          from call_executions where execution_id = ${id} and deleted_at is null`)
      : [];
  // Safe: it has all of these names.
  return Object.fromEntries(speechMetricNames.map((name) => [averageOf(name), row?.[name] ?? null])) as Averages;
}
