// What the operations on executions share.
import { z } from "zod";
import { id, timestamp } from "../../shapes";
import { runSettings } from "../call-parts";

export const tag = "Test executions";
export const one = "/simulate/test-executions/{test_execution_id}/";
export const params = z.object({ test_execution_id: id.meta({ description: "Id of the execution" }) });

export const playedRun = z
  .object({
    name: z.string().meta({ description: "The run test's" }),
    agent: z.string(),
    agent_version: z.string(),
    scenarios: z.array(z.string()).meta({ description: "Names of the scenarios" }),
    customer_models: z.array(z.string()).meta({
      description:
        "The models that play the customers where no script does; `scripted` if rules play them; none for phone calls",
    }),
    settings: runSettings,
    created_at: timestamp,
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    duration_seconds: z.number().nullable().meta({ description: "Null until it has finished" }),
  })
  .meta({ description: "What was played, as it was when the execution started" });
