// A test run of the assistant: six conversations by script, which the job plays once the server is up.
import type { Context } from "@/lib/context";
import { createAgentDefinition as agentContract } from "@/lib/contracts/simulation/agents";
import { executeRunTest as executeContract } from "@/lib/contracts/simulation/runs/run-executions";
import { createRunTest as runTestContract } from "@/lib/contracts/simulation/runs/run-tests";
import { importScenarioTasks as tasksContract } from "@/lib/contracts/simulation/scenario-sources";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";
import { createAgentDefinition } from "@/lib/simulation/agents/agents";
import { createRunTest } from "@/lib/simulation/runs/run-tests/run-tests";
import { executeRunTest } from "@/lib/simulation/runs/start/start";
import { importScenarioTasks } from "@/lib/simulation/scenarios/known-rows";
import { perform } from "./perform";
import { questions } from "./questions";

/** Questions about different matters, the last with one that is too long for the chat. */
const chosen = [0, 15, 30, 45, 60, 75].flatMap((index) => questions[index] ?? []);
const LONG = "I have already written twice, and nobody has answered. ".repeat(6).trim();

export async function seedTestRun(context: Context, name: string): Promise<void> {
  const { agent } = await perform(context, agentContract, createAgentDefinition, {
    agent_name: "Larkfield assistant",
    agent_type: "text",
    description: "You answer customers of Larkfield Home, a shop for furniture and household goods.",
    target: { type: "description", model: "sandbox/echo" },
  });
  const { scenario_id } = await perform(context, tasksContract, importScenarioTasks, {
    name: "Customers of the shop",
    agent_definition_id: agent.id,
    tasks: chosen.map(({ question, topic }, index) => ({
      user_scenario: { instructions: `A customer asks about ${topic}: ${question}` },
      script: [question, index === chosen.length - 1 ? LONG : "Thank you, that is all."],
    })),
  });
  const { id: run_test_id } = await perform(context, runTestContract, createRunTest, {
    name,
    description: "Short conversations about returns, delivery and billing.",
    agent_definition_id: agent.id,
    scenario_ids: [scenario_id],
    evaluations_config: [
      {
        template_id: idOfName("length_less_than"),
        name: "Short enough for the chat",
        mapping: { text: "assistant_chat_transcript" },
        config: { params: { max_length: 400 } },
      },
    ],
    settings: { simulator_model: "scripted" },
  });
  await perform(context, executeContract, executeRunTest, { run_test_id });
}
