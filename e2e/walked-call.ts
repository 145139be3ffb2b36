// A call whose scenario has a graph and whose row was made of another call, played by the script against a model that repeats.

import { addColumns } from "@/lib/contracts/datasets/columns";
import { updateCellValue } from "@/lib/contracts/datasets/table";
import { listEvalTemplateNames } from "@/lib/contracts/evaluation/template-list";
import { createAgentDefinition } from "@/lib/contracts/simulation/agents";
import { getExecutionVerdict } from "@/lib/contracts/simulation/runs/execution-figures";
import { getTestExecution } from "@/lib/contracts/simulation/runs/executions";
import { executeRunTest } from "@/lib/contracts/simulation/runs/run-executions";
import { createRunTest } from "@/lib/contracts/simulation/runs/run-tests";
import { addScenarioRowFromSource, importScenarioTasks } from "@/lib/contracts/simulation/scenario-sources";
import { editScenario } from "@/lib/contracts/simulation/scenarios";
import { type Api, expect, unique } from "./fixtures";

export interface WalkedScene {
  callId: string;
  /** What its row was made of. */
  sourceId: string;
}

const nodes = [
  { name: "Greet", isStart: true, prompt: "Ask what it is about" },
  { name: "Find parcel", prompt: "Look the parcel up by its number" },
  { name: "Refund", prompt: "Give the money back once the receipt is there" },
];
const edges = [
  { from: "Greet", to: "Find parcel", condition: { type: "ai", prompt: "the customer asks where a parcel is" } },
  { from: "Greet", to: "Refund", condition: { type: "ai", prompt: "the customer wants money back" } },
];
const task = {
  user_scenario: { instructions: "Ada wants her money back." },
  script: ["Hello.", "I want my money back, here is the receipt."],
};

/** The row expects to find the parcel, and its customer asks for a refund. */
export async function walkedCall(api: Api): Promise<WalkedScene> {
  const { agent } = await api(createAgentDefinition, {
    agent_name: unique("Refund desk"),
    agent_type: "text",
    description: "You give money back.",
    target: { type: "description", model: "sandbox/echo" },
  });
  const body = { name: unique("Refunds"), agent_definition_id: agent.id, tasks: [task] };
  const { scenario_id, dataset_id, row_ids } = await api(importScenarioTasks, body);
  const drawn = { scenario_id, graph: { nodes, edges } };
  await api(editScenario, drawn);
  const branch = { dataset_id, new_columns_data: [{ name: "conversation_branch", data_type: "text" as const }] };
  const { data } = await api(addColumns, branch);
  const playedOf = async (rows: string[]): Promise<string> => {
    for (const row_id of rows) {
      const cell = { row_id, column_id: data[0]?.id ?? "", new_value: "Greet -> Find parcel" };
      await api(updateCellValue, { dataset_id, ...cell });
    }
    return callOf(api, { agent_definition_id: agent.id, scenario_ids: [scenario_id], dataset_row_ids: rows });
  };
  const sourceId = await playedOf(row_ids);
  const source = { scenario_id, source_type: "call_execution" as const, source_id: sourceId };
  const { row_ids: made } = await api(addScenarioRowFromSource, source);
  return { callId: await playedOf(made), sourceId };
}

interface Run {
  agent_definition_id: string;
  scenario_ids: string[];
  dataset_row_ids: string[];
}

/** The one call of a run, once it is over. */
async function callOf(api: Api, run: Run): Promise<string> {
  const names = await api(listEvalTemplateNames, {});
  const template_id = names.find(({ name }) => name === "one_line")?.id ?? "";
  const { id: run_test_id } = await api(createRunTest, {
    name: unique("Run"),
    ...run,
    evaluations_config: [{ template_id, mapping: { text: "assistant_chat_transcript" } }],
    settings: { simulator_model: "scripted" },
  });
  const { execution_id: test_execution_id } = await api(executeRunTest, { run_test_id });
  const isOver = async () => (await api(getExecutionVerdict, { test_execution_id })).done;
  await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
  const { results } = await api(getTestExecution, { test_execution_id });
  return results[0]?.id ?? "";
}
