// Writes rows that are known, without a model: of benchmark tasks and of production conversations.

import type { Database } from "@/db/client";
import { scenarios } from "@/db/schema";
import { seededRandom } from "@/lib/annotation/agreement/random";
import type { Context } from "@/lib/context";
import type { ColumnType } from "@/lib/contracts/shapes";
import type { ScenarioStatus } from "@/lib/contracts/simulation/scenario-names";
import { insertRows, nextOrder } from "@/lib/datasets/insert-rows";
import { type DatasetRecord, lockDatasetInOrganization, touch } from "@/lib/datasets/loaders";
import { reuseColumns } from "@/lib/datasets/reuse-columns";
import { invalid, invalidField } from "@/lib/errors";
import { whenNotFound } from "@/lib/rejections";
import { insertScenarioDataset } from "./build";
import { withSimulator } from "./create";
import { lockScenario, type ScenarioRecord } from "./loaders";
import type { rowOfConversation } from "./rules/conversation";
import { allowedValues, completePersona } from "./rules/persona";
import { simulatorPrompt } from "./rules/simulator-prompt";
import type { NamedCells } from "./rules/task";
import type { Subject } from "./rules/write-row";
import { NOBODY, pinnedAgent, subjectIn } from "./subject";

const types: Record<string, ColumnType> = {
  persona: "persona",
  expected_tool_calls: "json",
  expected_state: "json",
  script: "json",
  initial_state: "json",
};
const ORDER = ["persona", "situation", "outcome", "script", "expected_tool_calls", "expected_state"];

interface Conversation {
  /** Of its source; it decides what is drawn by lot. */
  id: string;
  row: NonNullable<ReturnType<typeof rowOfConversation>>;
  persona?: Record<string, unknown> | null | undefined;
  situation?: string | null | undefined;
  goal?: string | null | undefined;
}

/** The cells of a row that replays a conversation. */
export function conversationCells(
  { recipe }: ScenarioRecord,
  subject: Subject,
  conversation: Conversation,
): NamedCells {
  const { id, row, goal } = conversation;
  const allowed = allowedValues(subject.medium, subject.languages, { name: "Anybody", profile: {} });
  const random = seededRandom(`${recipe.seed} ${id.toLowerCase()}`);
  const persona = completePersona(conversation.persona ?? {}, allowed, subject.medium, random, { strict: false });
  return {
    persona: JSON.stringify(persona),
    situation: conversation.situation || row.situation,
    script: JSON.stringify(row.script),
    ...(goal ? { outcome: goal } : {}),
  };
}

interface Target {
  name?: string | undefined;
  scenario_id?: string | null | undefined;
  agent_definition_id?: string | null | undefined;
}

/** The named scenario, locked; or a new one without rows, in this status. */
export async function scenarioFor(
  context: Context,
  target: Target,
  source: string,
  status: ScenarioStatus = "Completed",
): Promise<ScenarioRecord> {
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
      status,
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

/** The scenario's dataset, locked; a new one if it has none yet. Throws a 400 if it was deleted. */
export async function lockScenarioDataset(db: Database, scenario: ScenarioRecord): Promise<DatasetRecord> {
  const id = scenario.datasetId ?? (await insertScenarioDataset(db, scenario)).id;
  return lockDatasetInOrganization(db, scenario.organizationId, id).catch(
    whenNotFound(() => {
      throw invalid("Scenario does not have an associated dataset.");
    }),
  );
}

/** Adds the rows, and the columns that they lack. `metadata` is of all rows, or of each. */
export async function writeKnownRows(
  db: Database,
  scenario: ScenarioRecord,
  rows: readonly NamedCells[],
  metadata?: Parameters<typeof insertRows>[4],
) {
  const dataset = await lockScenarioDataset(db, scenario);
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
  return { dataset, rowIds };
}
