// Rows that are added as given, without a job: benchmark tasks and production conversations.
import { scenarios } from "@/db/schema";
import { seededRandom } from "@/lib/annotation/agreement/random";
import type { Context, Verb } from "@/lib/context";
import type { ColumnType } from "@/lib/contracts/shapes";
import type * as contracts from "@/lib/contracts/simulation/scenario-sources";
import { insertRows, nextOrder } from "@/lib/datasets/insert-rows";
import { lockDatasetInOrganization, touch } from "@/lib/datasets/loaders";
import { quantity } from "@/lib/datasets/present";
import { reuseColumns } from "@/lib/datasets/reuse-columns";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { whenNotFound } from "@/lib/rejections";
import { inTransaction } from "@/lib/transaction";
import { insertScenarioDataset } from "./build";
import { withSimulator } from "./create";
import { lockScenario, type ScenarioRecord } from "./loaders";
import { rowOfConversation } from "./rules/conversation";
import { allowedValues, completePersona } from "./rules/persona";
import { simulatorPrompt } from "./rules/simulator-prompt";
import { type NamedCells, rowOfTask } from "./rules/task";
import { sourceOf } from "./source";
import { NOBODY, pinnedAgent, subjectIn, subjectOf } from "./subject";

const missing = { trace: "Trace", trace_session: "Session", call_execution: "Call" } as const;

const types: Record<string, ColumnType> = {
  persona: "persona",
  expected_tool_calls: "json",
  expected_state: "json",
  script: "json",
  initial_state: "json",
};
const ORDER = ["persona", "situation", "outcome", "script", "expected_tool_calls", "expected_state"];

interface Target {
  name?: string | undefined;
  scenario_id?: string | null | undefined;
  agent_definition_id?: string | null | undefined;
}

export const importScenarioTasks: Verb<typeof contracts.importScenarioTasks> = (context, input) =>
  inTransaction(context, async (inner) => {
    const rows = input.tasks.map((task, index) => {
      const row = rowOfTask(task);
      if ("problem" in row) throw invalidField(`tasks.${index}.${row.path}`, row.problem);
      return row.cells;
    });
    const scenario = await scenarioFor(inner, input, "Imported tasks");
    return addGiven(inner, scenario, rows);
  });

export const addScenarioRowFromSource: Verb<typeof contracts.addScenarioRowFromSource> = (context, input) =>
  inTransaction(context, async (inner) => {
    const source = await sourceOf(inner.db, inner.caller, input.source_type, input.source_id);
    if (!source) throw notFound(`${missing[input.source_type]} not found.`);
    const row = rowOfConversation(source.said);
    if (!row) throw invalidField("source_id", "The source has no user message that could be replayed.");
    const scenario = await scenarioFor(inner, input, "Production");
    const subject = await subjectOf(inner.db, scenario.organizationId, scenario.agentVersionId);
    const allowed = allowedValues(subject.medium, subject.languages, { name: "Anybody", profile: {} });
    const random = seededRandom(`${scenario.recipe.seed} ${input.source_id.toLowerCase()}`);
    const persona = completePersona(input.persona ?? {}, allowed, subject.medium, random, { strict: false });
    const cells: NamedCells = {
      persona: JSON.stringify(persona),
      situation: input.situation || row.situation,
      script: JSON.stringify(row.script),
      ...(input.goal ? { outcome: input.goal } : {}),
    };
    return addGiven(inner, scenario, [cells], { source_type: input.source_type, source_id: input.source_id });
  });

/** The named scenario, locked; or a new one, complete and without rows. */
async function scenarioFor(context: Context, target: Target, source: string): Promise<ScenarioRecord> {
  const { db, caller } = context;
  if (target.scenario_id) return lockScenario(db, caller, target.scenario_id);
  if (!target.name) throw invalidField("name", "Send a name for a new scenario, or a scenario_id.");
  const agent = target.agent_definition_id ? await pinnedAgent(db, caller, target.agent_definition_id, null) : null;
  const { organizationId, workspaceId, userId } = caller;
  const [scenario] = await db
    .insert(scenarios)
    .values({
      organizationId,
      workspaceId,
      name: target.name,
      kind: "dataset",
      sourceType: "agent_definition",
      source,
      status: "Completed",
      agentDefinitionId: agent?.id ?? null,
      agentVersionId: agent?.versionId ?? null,
      recipe: {
        dataset_id: null,
        script_url: null,
        script: null,
        rows: 0,
        personas: [],
        add_persona_automatically: false,
        custom_columns: [],
        custom_instruction: "",
        generator_model: null,
        seed: 0,
      },
      createdBy: userId,
    })
    .returning();
  if (!scenario) throw new Error("the scenario was not stored");
  const prompt = simulatorPrompt(agent ? subjectIn(agent.configuration) : NOBODY);
  return withSimulator(context, scenario, prompt);
}

async function addGiven(
  { db, caller }: Context,
  scenario: ScenarioRecord,
  rows: readonly NamedCells[],
  metadata?: Record<string, string>,
) {
  const ownDatasetId = scenario.datasetId ?? (await insertScenarioDataset(db, scenario)).id;
  const dataset = await lockDatasetInOrganization(db, caller.organizationId, ownDatasetId).catch(
    whenNotFound(() => {
      throw invalid("Scenario does not have an associated dataset.");
    }),
  );
  const orderOf = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  const names = [...new Set(rows.flatMap((cells) => Object.keys(cells)))].sort(
    (one, other) => orderOf(one) - orderOf(other),
  );
  const columns = await reuseColumns(
    db,
    dataset,
    names.map((name) => ({ name, dataType: types[name] ?? "text" })),
  );
  const ids = new Map(columns.map(({ id, name }) => [name.toLowerCase(), id]));
  const cells = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, text]) => {
        const id = ids.get(name);
        return id === undefined ? [] : [[id, text]];
      }),
    ),
  );
  const rowIds = await insertRows(db, dataset, await nextOrder(db, dataset), cells, metadata);
  await touch(db, dataset);
  return {
    message: `${quantity(rowIds.length, "row")} added`,
    scenario_id: scenario.id,
    dataset_id: dataset.id,
    row_ids: rowIds,
  };
}
