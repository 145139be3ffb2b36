import { randomInt } from "node:crypto";
import { and, count, eq } from "drizzle-orm";
import { z } from "zod";
import { datasetRows, scenarioGraphs, scenarios, simulatorAgents } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import { MAX_GENERATED_ROWS } from "@/lib/contracts/simulation/scenario-parts";
import type { ScenarioRecipe } from "@/lib/contracts/simulation/scenario-recipe";
import type { createScenario as contract } from "@/lib/contracts/simulation/scenarios";
import { type SimulatorSettings, simulatorSettings } from "@/lib/contracts/simulation/simulator";
import { columnsInDataset, datasetInOrganization, liveRows } from "@/lib/datasets/loaders";
import { Failure, invalidField } from "@/lib/errors";
import { mayAsk, NOT_PUBLIC } from "@/lib/gateway/outbound";
import { whenNotFound } from "@/lib/rejections";
import { inTransaction } from "@/lib/transaction";
import { assertGraph } from "./graphs";
import type { ScenarioRecord } from "./loaders";
import { assertPersonas, personasAmong } from "./personas";
import { presentListed } from "./present";
import { simulatorPrompt } from "./rules/simulator-prompt";
import { pinnedAgent, subjectIn } from "./subject";

type Input = Parameters<Verb<typeof contract>>[1];
const MAX_SEED = 2_147_483_647;
/** A dataset with fewer rows is too small to test an agent. */
const LEAST_ROWS = 10;

export const createScenario: Verb<typeof contract> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller, emit } = inner;
    const before = await madeBefore(inner, input);
    if (before) return answer(inner, before);
    if (input.source_type === "prompt")
      throw invalidField("prompt_template_id", "There is no such prompt. Scenarios are created from agents.");
    if (!input.agent_definition_id) throw required("agent_definition_id");
    const agent = await pinnedAgent(db, caller, input.agent_definition_id, input.agent_definition_version_id ?? null);
    const source = await sourceOf(inner, input);
    assertPersonas(input.personas, await personasAmong(db, caller, input.personas));
    assertColumns(input.custom_columns);
    const graph = input.kind === "graph" && input.graph ? assertGraph(input.graph, "graph") : null;
    const { organizationId, workspaceId, userId } = caller;
    const [scenario] = await db
      .insert(scenarios)
      .values({
        organizationId,
        workspaceId,
        name: input.name,
        description: input.description,
        kind: input.kind,
        sourceType: input.source_type,
        source,
        agentDefinitionId: agent.id,
        agentVersionId: agent.versionId,
        recipe: recipeOf(input),
        mutationId: input.mutation_id ?? null,
        createdBy: userId,
      })
      .onConflictDoNothing()
      .returning();
    // Someone has just sent the same request.
    if (!scenario) return answer(inner, await requireMade(inner, input));
    if (graph)
      await db
        .insert(scenarioGraphs)
        .values({ scenarioId: scenario.id, version: 1, graph, source: "user_provided", createdBy: userId });
    const made = await withSimulator(inner, scenario, simulatorPrompt(subjectIn(agent.configuration)), input);
    await emit({
      id: `scenario-requested-${made.id}-0`,
      name: "simulation/scenario.requested",
      data: { scenarioId: made.id, organizationId },
    });
    return answer(inner, made);
  });

const required = (field: string) =>
  new Failure("invalid", `${field}: This field is required.`, {
    fields: { [field]: ["This field is required."] },
    code: "required",
  });

async function answer({ db }: Context, scenario: ScenarioRecord) {
  const [presented] = await presentListed(db, [scenario]);
  if (!presented) throw new Error("expected exactly one presented scenario");
  const kind = `${scenario.kind.charAt(0).toUpperCase()}${scenario.kind.slice(1)}`;
  return { message: `${kind} scenario creation started`, scenario: presented, status: "processing" as const };
}

/** What the same request created before. Throws if its name was used for a different request. */
async function madeBefore({ db, caller }: Context, { mutation_id: mutationId, name, kind }: Input) {
  if (!mutationId) return null;
  const same = and(
    eq(scenarios.organizationId, caller.organizationId),
    eq(scenarios.createdBy, caller.userId),
    eq(scenarios.mutationId, mutationId),
  );
  const [known] = await db.select().from(scenarios).where(same);
  if (!known) return null;
  const isSame = known.workspaceId === caller.workspaceId && known.name === name && known.kind === kind;
  if (!isSame || known.deletedAt) throw reused();
  return known;
}

export const reused = () =>
  new Failure("conflict", "This mutation_id was used for another request.", { code: "mutation_id_reused" });

async function requireMade(context: Context, input: Input): Promise<ScenarioRecord> {
  const known = await madeBefore(context, input);
  if (!known) throw reused();
  return known;
}

/** A description of the scenario's source. Throws if the source does not exist or is unsuitable. */
async function sourceOf({ db, caller }: Context, input: Input): Promise<string> {
  if (input.kind === "script") {
    if (!input.script_url && !input.script?.trim()) throw required("script_url");
    if (input.script_url && !/^https?:$/.test(new URL(input.script_url).protocol))
      throw invalidField("script_url", "Must begin with https:// or http://.");
    if (input.script_url && !mayAsk(new URL(input.script_url))) throw invalidField("script_url", NOT_PUBLIC);
    return input.script_url ? `Script: ${input.script_url}` : "Script";
  }
  if (input.kind === "graph") {
    if (!input.graph && !input.generate_graph) throw invalidField("graph", "Send a graph, or set generate_graph.");
    return input.graph ? "Graph" : "Generated graph";
  }
  if (!input.dataset_id) throw required("dataset_id");
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id).catch(
    whenNotFound(() => {
      throw invalidField("dataset_id", "There is no such dataset.");
    }),
  );
  const columns = await columnsInDataset(db, dataset);
  const persona = columns.find(({ name }) => name.toLowerCase() === "persona");
  if (persona && persona.dataType !== "persona" && persona.dataType !== "json")
    throw invalidField("dataset_id", "The dataset's persona column must have the type persona.");
  const [size] = await db.select({ count: count() }).from(datasetRows).where(liveRows(dataset));
  const rows = size?.count ?? 0;
  if (rows < LEAST_ROWS)
    throw invalidField("dataset_id", `The dataset has ${rows} rows; at least ${LEAST_ROWS} are needed.`);
  if (rows > MAX_GENERATED_ROWS)
    throw invalidField("dataset_id", `The dataset has ${rows} rows; at most ${MAX_GENERATED_ROWS} are allowed.`);
  return `Dataset: ${dataset.name}`;
}

/** Throws a 400 for duplicate names, ignoring case. */
export function assertColumns(
  columns: Input["custom_columns"],
  field = "custom_columns",
  taken: readonly string[] = [],
): void {
  const seen = new Set(taken.map((name) => name.toLowerCase()));
  for (const [index, { name }] of columns.entries()) {
    if (seen.has(name.toLowerCase()))
      throw invalidField(`${field}.${index}.name`, `A column "${name}" already exists.`);
    seen.add(name.toLowerCase());
  }
}

const recipeOf = (input: Input): ScenarioRecipe => ({
  dataset_id: input.kind === "dataset" ? (input.dataset_id ?? null) : null,
  script_url: input.kind === "script" ? (input.script_url ?? null) : null,
  script: input.kind === "script" && !input.script_url ? (input.script ?? null) : null,
  rows: input.no_of_rows,
  personas: input.personas,
  add_persona_automatically: input.add_persona_automatically,
  custom_columns: input.custom_columns,
  custom_instruction: input.custom_instruction,
  generator_model: input.generator_model || null,
  seed: input.seed ?? randomInt(MAX_SEED),
});

/** The scenario with its own simulator agent, whose prompt is the default unless one is given. */
export async function withSimulator(
  { db, caller }: Context,
  scenario: ScenarioRecord,
  prompt: string,
  overrides: Partial<Pick<Input, "agent_name" | "agent_prompt"> & SimulatorSettings> = {},
): Promise<ScenarioRecord> {
  const [simulator] = await db
    .insert(simulatorAgents)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      name: overrides.agent_name || scenario.name,
      prompt: overrides.agent_prompt || prompt,
      settings: settingsOf.parse(overrides),
      createdBy: caller.userId,
    })
    .returning({ id: simulatorAgents.id });
  const [made] = await db
    .update(scenarios)
    .set({ simulatorAgentId: simulator?.id ?? null })
    .where(eq(scenarios.id, scenario.id))
    .returning();
  if (!made) throw new Error("the scenario was not stored");
  return made;
}

const settingsOf = z.object(simulatorSettings);
