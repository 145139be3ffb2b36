import { z } from "zod";
import { define } from "../define";
import { id, name, page, pageQuery, timestamp } from "../shapes";
import { bothSpellings } from "../spelling";
import { simulatorSettings } from "./simulator";

const tag = "Simulator agents";
const base = "/simulate/simulator-agents/";
const one = `${base}{simulator_id}/`;
const params = z.object({ simulator_id: id.meta({ description: "Id of the simulator agent" }) });
const message = z.string();

const simulator = z
  .object({
    id,
    name: z.string(),
    prompt: z.string(),
    ...simulatorSettings,
    organization: id,
    logo_url: z.null(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "SimulatorAgent" });

const prompt = z.string().max(100_000, "At most 100000 characters.").meta({
  description: "How the customer behaves; {{persona}}, {{situation}} and any column are replaced by the row's values",
});
const optional = Object.fromEntries(
  Object.entries(simulatorSettings).map(([member, schema]) => [member, schema.unwrap().optional()]),
) as {
  [Name in keyof typeof simulatorSettings]: z.ZodOptional<ReturnType<(typeof simulatorSettings)[Name]["unwrap"]>>;
}; // safe: it has their names, each without its default

export const listSimulatorAgents = define({
  name: "listSimulatorAgents",
  method: "GET",
  path: base,
  tag,
  summary: "List simulator agents, newest first",
  description: "A page of the workspace's simulator agents, which play the customers.",
  envelope: "page",
  query: z.strictObject({ search: z.string().max(255).optional(), ...pageQuery }),
  response: page(simulator),
});

export const createSimulatorAgent = define({
  name: "createSimulatorAgent",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create a simulator agent",
  description:
    "Creates a simulator agent, which plays customers with a prompt and a gateway model. Each scenario creates its own.",
  errors: ["required"],
  envelope: "bare",
  body: bothSpellings(z.object({ name, prompt: prompt.default(""), ...simulatorSettings })),
  response: z.object({ message, simulator_agent: simulator }),
  example: { name: "Patient customer", prompt: "You are {{persona}}. {{situation}}", model: "sandbox/echo" },
});

export const getSimulatorAgent = define({
  name: "getSimulatorAgent",
  method: "GET",
  path: one,
  tag,
  summary: "Get a simulator agent",
  description: "A simulator agent with its settings.",
  envelope: "bare",
  params,
  response: simulator,
});

const edit = {
  path: `${one}edit/`,
  tag,
  summary: "Edit a simulator agent",
  description: "Changes only the fields that are sent. Runs keep what they pinned.",
  envelope: "bare",
  params,
  body: bothSpellings(z.object({ name: name.optional(), prompt: prompt.optional(), ...optional })),
  response: z.object({ message, simulator_agent: simulator }),
  example: { llm_temperature: 0 },
} as const;
export const editSimulatorAgent = define({ ...edit, name: "editSimulatorAgent", method: "PUT" });
export const updateSimulatorAgent = define({ ...edit, name: "updateSimulatorAgent", method: "PATCH" });

export const deleteSimulatorAgent = define({
  name: "deleteSimulatorAgent",
  method: "DELETE",
  path: `${one}delete/`,
  tag,
  summary: "Delete a simulator agent",
  description: "Deletes a simulator agent. Runs keep what they pinned. Deleting it again is a 404.",
  envelope: "bare",
  params,
  response: z.object({ message }),
});
