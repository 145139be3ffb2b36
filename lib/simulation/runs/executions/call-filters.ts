// API filters on an execution's table of calls: on fields of the call, its row's columns, and its evaluations.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callEvaluations, callExecutions } from "@/db/schema";
import type { FilterItem } from "@/lib/contracts/evaluation/shapes/filters";
import { conditionOf, type Filtered, numberIn } from "@/lib/filters/conditions";
import { currentEvaluations } from "../analyze/current-evaluations";
import type { ExecutionRow } from "../loaders";
import { columnsOf } from "./call-columns";

const { row, metrics, toolOutputs } = callExecutions;

const texts = {
  status: callExecutions.status,
  verdict: callExecutions.verdict,
  fault_side: callExecutions.faultSide,
  fault_kind: callExecutions.faultKind,
  ended_by: callExecutions.cause,
};
const metric = (name: string) => sql`(${metrics}->>${name})`;
const numbers: Record<string, SQL> = {
  overall_score: sql`${callExecutions.overallScore}::numeric`,
  cost_usd: sql`case when ${callExecutions.unpriced} = 0 or ${callExecutions.costMicros} > 0 then ${callExecutions.costMicros} / 1000000.0 end`,
  ...Object.fromEntries(
    ["turn_count", "avg_latency_ms", "total_tokens", "csat_score"].map((name) => [name, sql`${metric(name)}::numeric`]),
  ),
};

const textColumn = (id: string, name: string, text: SQL): Filtered => ({
  id,
  name,
  dataType: "text",
  text,
  number: numberIn(text),
  boolean: null,
  datetime: null,
});

const own: readonly Filtered[] = [
  ...Object.entries(texts).map(([name, column]) => textColumn(name, name, sql`${column}`)),
  ...Object.entries(numbers).map(
    ([name, number]): Filtered => ({
      id: name,
      name,
      dataType: "float",
      text: sql`${number}::text`,
      number,
      boolean: null,
      datetime: null,
    }),
  ),
];

/**
 * Conditions on `call_executions`. Throws a 400 for a column that the execution lacks, or that does not take the
 * filter.
 */
export async function filtersOf(db: Database, execution: ExecutionRow, filters: readonly FilterItem[]): Promise<SQL[]> {
  if (filters.length === 0) return [];
  const [columns, evaluations] = await Promise.all([columnsOf(db, execution), currentEvaluations(db, execution.id)]);
  const evaluationOf = new Map(evaluations.map(({ bindingId, id }) => [bindingId, id]));
  const known = columns.map(({ id, column_name: name, type }): Filtered => {
    if (type === "scenario_dataset_column") return textColumn(id, name, sql`(${row}->${name}->>'value')`);
    if (type === "tool_evaluation")
      return { ...textColumn(id, name, toolValue(id)), boolean: sql`(${toolValue(id)} = 'Passed')` };
    return evaluationColumn(id, name, evaluationOf.get(id) ?? id);
  });
  return filters.map((filter, index) => conditionOf([...own, ...known], filter, index).sql);
}

const toolValue = (key: string) => sql`(${toolOutputs}->${key}->>'value')`;

function evaluationColumn(id: string, name: string, evaluationId: string): Filtered {
  const verdictText = (value: SQL): SQL => sql`(
    select ${value} from ${callEvaluations}
    where ${callEvaluations.callId} = ${callExecutions.id} and ${callEvaluations.evaluationId} = ${evaluationId})`;
  return {
    id,
    name,
    dataType: "text",
    text: verdictText(sql`coalesce(${callEvaluations.label}, ${callEvaluations.score}::text)`),
    // In percent, as in tables of runs.
    number: verdictText(sql`round((${callEvaluations.score} * 100)::numeric, 2)`),
    boolean: verdictText(sql`${callEvaluations.passed}`),
    datetime: null,
  };
}
