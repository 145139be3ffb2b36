// A scenario's graph: from the request, from a script, or generated.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scenarioGraphs, scenarios } from "@/db/schema";
import type { GivenGraph } from "@/lib/contracts/simulation/graph";
import { DETERMINISTIC } from "@/lib/contracts/simulation/scenario-names";
import type { ScenarioRecipe } from "@/lib/contracts/simulation/scenario-recipe";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import { askFor } from "@/lib/evaluation/judge/judge";
import type { Send } from "@/lib/gateway/providers/provider";
import { inOrganization } from "@/lib/owned-rows";
import { DONE, isOver, type StepResult } from "./build";
import { fetchScript } from "./fetch-script";
import { graphsOf, type ScenarioRecord } from "./loaders";
import { graphForm, plainGraph } from "./rules/graph-question";
import { graphOfScript } from "./rules/script";
import { subjectOf } from "./subject";

/** The scenario's graph: given, read from a script, or generated, by a model if one is configured. */
export async function prepareGraph(
  db: Database,
  send: Send,
  organizationId: string,
  scenarioId: string,
): Promise<StepResult> {
  const [scenario] = await db
    .select()
    .from(scenarios)
    .where(and(eq(scenarios.id, scenarioId), inOrganization(scenarios, organizationId)));
  if (isOver(scenario ?? null) || !scenario) return DONE;
  if ((await graphsOf(db, [scenarioId])).size > 0) return DONE;
  const script = await scriptOf(scenario.recipe, send);
  if ("problem" in script) return script;
  const drawn = await drawGraph(db, scenario, script.text);
  if ("problem" in drawn) return drawn;
  await db
    .insert(scenarioGraphs)
    .values({ scenarioId, version: 1, graph: drawn.graph, source: script.text ? "script" : "generated" })
    .onConflictDoNothing();
  return DONE;
}

async function scriptOf({ script, script_url: url }: ScenarioRecipe, send: Send) {
  return url ? fetchScript(send, url) : { text: script ?? "" };
}

async function drawGraph(
  db: Database,
  scenario: ScenarioRecord,
  script: string,
): Promise<{ graph: GivenGraph } | { problem: string }> {
  const { recipe, name, organizationId } = scenario;
  const subject = await subjectOf(db, organizationId, scenario.agentVersionId);
  const without = () => {
    const graph = script ? graphOfScript(script, name) : plainGraph(subject, name);
    return graph ? { graph } : { problem: "No conversation could be read from the script." };
  };
  if (recipe.generator_model === DETERMINISTIC) return without();
  const ask = await gatewayOf(db, organizationId, `scenario ${scenario.id}`);
  const form = graphForm(subject, name, recipe.custom_instruction, script);
  const answer = await askFor(form, recipe.generator_model, ask);
  if (!("failure" in answer)) return { graph: answer.read.graph };
  if (answer.failure === "not_configured" && recipe.generator_model === null) return without();
  // A failed step is repeated a little later.
  if (answer.mayRetry) throw new Error(answer.message);
  const hint = recipe.generator_model?.startsWith("sandbox/")
    ? ` The gateway's sandbox writes no graphs. To generate without a model, choose "${DETERMINISTIC}".`
    : "";
  return { problem: `The graph could not be generated: ${answer.message}${hint}` };
}
