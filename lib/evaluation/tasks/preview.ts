// What a task would take and cost, before it is created.
import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs, traces } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { Verb } from "@/lib/context";
import {
  type previewEvalTask as contract,
  MAX_PREVIEWED_CONTENTS,
  MAX_PREVIEWED_SPANS,
} from "@/lib/contracts/evaluation/tasks";
import { MAX_CHOSEN_TRACES, type TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { meanOf } from "@/lib/mean";
import { inOrganization } from "@/lib/owned-rows";
import { choiceInOrganization, newestTraces } from "@/lib/traces/choice/chosen-traces";
import { isComputed } from "../templates/intake";
import { type Pinned, pinEvaluations } from "./evaluations";
import { mapSpan } from "./rules/mapping";
import { filtered, sampled } from "./span-condition";
import { subjectsOf } from "./subjects";
import { chosenOfProject } from "./take-traces";
import { evaluatedProject } from "./tasks";
import { withAttributes } from "./with-attributes";

const SAMPLES = 5;
/** How many runs of a template the cost estimate uses. */
const RECENT_RUNS = 50;

type Input = Parameters<Verb<typeof contract>>[1];

interface Found {
  /** The first spans that the task would take, by id. */
  samples: string[];
  counts: { matching: number; taken: number; is_estimated: boolean };
}

export const previewEvalTask: Verb<typeof contract> = async ({ db, caller }, input) => {
  const { organizationId } = caller;
  const project = await evaluatedProject(db, organizationId, input.project_id);
  const pinned = await pinEvaluations(db, organizationId, project.id, input);
  const choice = input.traces && (await choiceInOrganization(db, organizationId, input.traces));
  const chosen = choice ? await chosenTraceIds(db, { organizationId, projectId: project.id }, choice) : null;
  const found = await findSpans(db, organizationId, input, chosen);
  const { counts } = found;
  const [samples, costs] = await Promise.all([
    samplesOf(db, organizationId, input, pinned, found.samples),
    Promise.all(pinned.map((one) => costOf(db, organizationId, one))),
  ]);
  const evaluations = pinned.map(({ template, name }, index) => {
    const { each = null, basis = "" } = costs[index] ?? {};
    const cost_micros = each === null ? null : Math.round(each * counts.taken);
    return { template_id: template.id, name, cost_micros, basis };
  });
  const known = evaluations.map(({ cost_micros }) => cost_micros).filter((cost) => cost !== null);
  const cost_micros = known.length < evaluations.length ? null : known.reduce((sum, cost) => sum + cost, 0);
  return { traces: chosen?.length ?? null, ...counts, cost_micros, evaluations, samples };
};

/** The OpenTelemetry ids of the project's chosen traces. */
async function chosenTraceIds(
  db: Database,
  project: { organizationId: string; projectId: string },
  choice: TraceChoice,
): Promise<string[]> {
  const rows = await db
    .select({ traceId: traces.traceId })
    .from(traces)
    .where(await chosenOfProject(db, project, choice))
    .orderBy(...newestTraces)
    .limit(MAX_CHOSEN_TRACES);
  return rows.map(({ traceId }) => traceId);
}

/** How many spans are checked: fewer if attributes are compared, because these are among the contents of spans. */
const mostSpans = ({ filters }: Input): number =>
  filters.attributes?.length ? MAX_PREVIEWED_CONTENTS : MAX_PREVIEWED_SPANS;

/** The spans that are checked; `chosen` are the only traces that count, null for all. */
const checked = (input: Input, chosen: readonly string[] | null) => sql`
  (select * from spans where project_id = ${input.project_id}::uuid ${ofTraces(chosen)}
    order by span_id limit ${mostSpans(input)}) as span`;

const ofTraces = (chosen: readonly string[] | null) => (chosen ? sql`and trace_id = any(${textArray(chosen)})` : sql``);

const taken = ({ sampling_rate, sampling_unit }: Input) =>
  sampled({ samplingRate: sampling_rate, samplingUnit: sampling_unit });

async function findSpans(
  db: Database,
  organizationId: string,
  input: Input,
  chosen: readonly string[] | null,
): Promise<Found> {
  const [row] = await db.execute<{ checked: number; spans: number }>(sql`
    select count(*)::int as checked,
      (select coalesce(sum(span_count), 0) from traces where project_id = ${input.project_id}::uuid ${ofTraces(chosen)})::int as spans
    from ${checked(input, chosen)}`);
  const found = await db.execute<{ span_id: string; is_taken: boolean }>(sql`
    select span_id, ${taken(input)} as is_taken from ${checked(input, chosen)} where ${filtered(input.filters)}
    order by span_id`);
  if (!row) throw new Error("an aggregate has a row");
  const project = { organizationId, projectId: input.project_id };
  const ids = found.map(({ span_id }) => span_id);
  const matching = new Set(await withAttributes(db, project, input.filters, ids));
  const takenIds = found.filter(({ span_id, is_taken }) => is_taken && matching.has(span_id));
  const isEstimated = row.checked >= mostSpans(input) && row.spans > row.checked;
  // Ids are random, so the first ones are a random sample.
  const part = isEstimated ? row.spans / row.checked : 1;
  return {
    samples: takenIds.slice(0, SAMPLES).map(({ span_id }) => span_id),
    counts: {
      matching: Math.round(matching.size * part),
      taken: Math.round(takenIds.length * part),
      is_estimated: isEstimated,
    },
  };
}

async function samplesOf(db: Database, organizationId: string, input: Input, pinned: readonly Pinned[], ids: string[]) {
  const subjects = await subjectsOf(db, organizationId, input.project_id, ids);
  return [...subjects.values()].map((subject) => ({
    span_id: String(subject.span.span_id),
    trace_id: String(subject.span.trace_id),
    name: String(subject.span.name),
    started_at: String(subject.span.started_at),
    missing: [
      ...new Set(
        pinned.flatMap(({ mapping, template: { evalType, version } }) =>
          mapSpan(mapping, subject, isComputed({ evalType, definition: version.definition })).missing.map(
            ({ input: key }) => key,
          ),
        ),
      ),
    ],
  }));
}

interface Cost {
  /** Micro-dollars of one evaluation. */
  each: number | null;
  basis: string;
}

/** The expected cost of one evaluation. */
export async function costOf(
  db: Database,
  organizationId: string,
  { template, model }: Pick<Pinned, "template" | "model">,
): Promise<Cost> {
  const { evalType, version } = template;
  if (isComputed({ evalType, definition: version.definition }) && model === null)
    return { each: 0, basis: "Computed by a function: no model call." };
  const judge = model ?? template.version.definition.model;
  if (judge?.startsWith("sandbox/")) return { each: 0, basis: "The sandbox costs nothing." };
  const cost = sql<number | null>`(${evalLogs.metadata} #>> '{usage,cost_usd}')::float8`;
  const runs = await db
    .select({ cost })
    .from(evalLogs)
    .where(
      and(
        inOrganization(evalLogs, organizationId),
        eq(evalLogs.templateId, template.id),
        eq(evalLogs.outcome, "scored"),
        judge ? sql`(${evalLogs.model} = ${judge} or ${evalLogs.model} like '%/' || ${judge})` : undefined,
      ),
    )
    .orderBy(desc(evalLogs.createdAt))
    .limit(RECENT_RUNS);
  const costs = runs.flatMap((run) => run.cost ?? []);
  const mean = meanOf(costs);
  if (mean === null)
    return { each: null, basis: "No priced run of it under this model yet: try it once in the playground." };
  return { each: mean * 1e6, basis: `The mean of its ${costs.length} latest runs under this model.` };
}
