// A run test, as every operation shows it.
import { z } from "zod";
import { id, timestamp } from "../../shapes";
import { executionStatuses } from "../call-names";
import { runSettings } from "../call-parts";
import { evalConfig } from "./eval-configs";

const detail = z.record(z.string(), z.unknown());

export const runTest = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    agent_definition: id,
    agent_version: z
      .object({ id, name: z.string(), configuration_snapshot: detail })
      .nullable()
      .meta({ description: "Null runs the agent's active version at the time" }),
    agent_definition_detail: detail.nullable(),
    source_type: z.literal("agent_definition"),
    source_type_display: z.string(),
    prompt_template: z.null(),
    prompt_template_detail: z.null(),
    prompt_version: z.null(),
    prompt_version_detail: z.null(),
    scenarios: z.array(id),
    scenarios_detail: z.array(
      z.looseObject({ id, name: z.string(), status: z.string(), scenario_type: z.string(), dataset: id.nullable() }),
    ),
    dataset_row_ids: z.array(id),
    simulator_agent: id.nullable(),
    simulator_agent_detail: detail.nullable(),
    simulate_eval_configs: z.array(id),
    simulate_eval_configs_detail: z.array(evalConfig),
    evals_detail: z.array(evalConfig),
    evals: z.array(evalConfig),
    organization: id,
    workspace: id,
    enable_tool_evaluation: z.boolean(),
    settings: runSettings,
    created_at: timestamp,
    updated_at: timestamp,
    last_run_at: timestamp.nullable(),
    last_execution: z
      .object({
        id,
        status: z.enum(executionStatuses),
        passed: z.boolean().nullable().meta({ description: "Null until it has finished" }),
        pass_rate: z.number().nullable(),
      })
      .nullable()
      .meta({ description: "Its newest execution that is no fork; null for none" }),
    deleted: z.boolean(),
    deleted_at: z.null(),
  })
  .meta({ id: "RunTest" });
