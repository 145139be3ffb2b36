// Rows that are added as they are: benchmark tasks and one production conversation at once, many in the background.
import type { Context, Verb } from "@/lib/context";
import type { Input } from "@/lib/contracts/contract";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import type * as contracts from "@/lib/contracts/simulation/scenario-sources";
import { quantity } from "@/lib/datasets/present";
import { invalidField, notFound } from "@/lib/errors";
import { choiceInOrganization } from "@/lib/traces/choice/chosen-traces";
import { ownTraceIds } from "@/lib/traces/choice/named-traces";
import { inTransaction } from "@/lib/transaction";
import { startGeneration } from "./generation";
import type { ScenarioRecord } from "./loaders";
import { rowOfConversation } from "./rules/conversation";
import { rowOfTask } from "./rules/task";
import { sourceOf } from "./source";
import { subjectOf } from "./subject";
import { conversationCells, lockScenarioDataset, scenarioFor, writeKnownRows } from "./write-known-rows";

const missing = { trace: "Trace", trace_session: "Session", call_execution: "Call" } as const;

export const importScenarioTasks: Verb<typeof contracts.importScenarioTasks> = (context, input) =>
  inTransaction(context, async (inner) => {
    const rows = input.tasks.map((task, index) => {
      const row = rowOfTask(task);
      if ("problem" in row) throw invalidField(`tasks.${index}.${row.path}`, row.problem);
      return row.cells;
    });
    const scenario = await scenarioFor(inner, input, "Imported tasks");
    return added(scenario, await writeKnownRows(inner.db, scenario, rows));
  });

export const addScenarioRowFromSource: Verb<typeof contracts.addScenarioRowFromSource> = (context, input) =>
  inTransaction(context, async (inner) => {
    const source_id = await sourceId(inner, input);
    const source = await sourceOf(inner.db, inner.caller, input.source_type, source_id);
    if (!source) throw notFound(`${missing[input.source_type]} not found.`);
    const row = rowOfConversation(source.messages);
    if (!row) throw invalidField("source_id", "The source has no user message that could be replayed.");
    const scenario = await scenarioFor(inner, input, "Production");
    const subject = await subjectOf(inner.db, scenario.organizationId, scenario.agentVersionId);
    const { persona, situation, goal } = input;
    const cells = conversationCells(scenario, subject, { id: source_id, row, persona, situation, goal });
    const metadata = { source_type: input.source_type, source_id };
    return added(scenario, await writeKnownRows(inner.db, scenario, [cells], metadata));
  });

/** The source's own id. Throws if the organization has no trace with this OpenTelemetry id. */
async function sourceId(
  { db, caller }: Context,
  { source_type, source_id }: Input<typeof contracts.addScenarioRowFromSource>,
): Promise<string> {
  if (source_type !== "trace" && !source_id.includes("-")) throw invalidField("source_id", "Must be a UUID.");
  if (source_type !== "trace") return source_id;
  const [own] = await ownTraceIds(db, caller.organizationId, [source_id]);
  if (!own) throw notFound("Trace not found.");
  return own;
}

const added = (scenario: ScenarioRecord, { dataset, rowIds }: Awaited<ReturnType<typeof writeKnownRows>>) => ({
  message: `${quantity(rowIds.length, "row")} added`,
  scenario_id: scenario.id,
  dataset_id: dataset.id,
  row_ids: rowIds,
});

export const addScenarioRowsFromTraces: Verb<typeof contracts.addScenarioRowsFromTraces> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, emit } = inner;
    const traces = await choiceInOrganization(db, caller.organizationId, input.traces);
    const scenario = await scenarioFor(inner, input, "Production", "Processing");
    const dataset = await lockScenarioDataset(db, scenario);
    const request = {
      kind: input.scenario_id ? ("rows" as const) : ("create" as const),
      rowIds: [],
      columnIds: [],
      guidance: input.goal ?? "",
      model: DETERMINISTIC,
      traces,
      createdBy: caller.userId,
    };
    await emit(await startGeneration(db, { ...scenario, datasetId: dataset.id }, request));
    return {
      message: "Traces are being added",
      scenario_id: scenario.id,
      dataset_id: dataset.id,
    };
  });
