// The form for a new scenario, and the request made from it.

import { CallError } from "@/lib/client/call-error";
import { newId } from "@/lib/client/outbox/new-id";
import { isRecord } from "@/lib/records";

export const origins = [
  {
    value: "generated",
    label: "The agent",
    hint: "Generates a graph from the agent's purpose, and rows for its branches.",
  },
  {
    value: "script",
    label: "A script",
    hint: "Each step of the script becomes a node; lines that begin with “if” become branches.",
  },
  {
    value: "dataset",
    label: "A dataset",
    hint: "Copies its rows and generates missing personas, situations and goals.",
  },
  { value: "graph", label: "A graph", hint: "Nodes and edges as JSON, in the API's format." },
] as const;

/** The form, in the names of the API where a field is one value. */
export interface NewScenario {
  origin: (typeof origins)[number]["value"];
  name: string;
  agent_definition_id: string | null;
  dataset_id: string | null;
  /** The script or its address. */
  script: string;
  graph: string;
  no_of_rows: number | null;
  personas: string[];
  custom_instruction: string;
  generator_model: string;
  /** Prevents a second click from creating a second scenario. */
  mutation_id: string;
}

export const emptyScenario = (): NewScenario => ({
  origin: "generated",
  name: "",
  agent_definition_id: null,
  dataset_id: null,
  script: "",
  graph: "",
  no_of_rows: 20,
  personas: [],
  custom_instruction: "",
  generator_model: "",
  mutation_id: newId(),
});

export function requestOf(form: NewScenario) {
  const { origin, script, name, personas, custom_instruction, mutation_id } = form;
  const isAddress = /^https?:\/\/\S+$/i.test(script.trim());
  return {
    ...{ name, personas, custom_instruction, mutation_id },
    kind: origin === "generated" ? ("graph" as const) : origin,
    generate_graph: origin === "generated",
    no_of_rows: form.no_of_rows ?? 1,
    ...(form.agent_definition_id ? { agent_definition_id: form.agent_definition_id } : {}),
    ...(origin === "dataset" && form.dataset_id ? { dataset_id: form.dataset_id } : {}),
    ...(origin === "script" ? (isAddress ? { script_url: script.trim() } : { script }) : {}),
    ...(origin === "graph" ? { graph: graphIn(form.graph).graph } : {}),
    ...(form.generator_model.trim() ? { generator_model: form.generator_model.trim() } : {}),
  };
}

/** Why the graph's text cannot be sent; null also while it is empty. */
export const graphProblem = ({ origin, graph }: NewScenario): string | null =>
  origin === "graph" && graph.trim() ? graphIn(graph).problem : null;

export function graphIn(text: string): { graph: Record<string, unknown>; problem: string | null } {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value)
      ? { graph: { ...value }, problem: null }
      : { graph: {}, problem: "Must be a JSON object with nodes and edges." };
  } catch {
    return { graph: {}, problem: "Must be valid JSON." };
  }
}

/** Says of each error in the graph where it is, because the form has one field for the whole graph. */
export function locateGraphErrors(error: unknown): never {
  if (!(error instanceof CallError)) throw error;
  const { status, code, message, fields, facts } = error;
  const others = { ...fields };
  const inGraph = Object.keys(fields).filter((field) => /^graph(\.|$)/.test(field));
  for (const field of inGraph) delete others[field];
  const graph = inGraph.map((field) => `${field}: ${fields[field]?.join(" ")}`);
  throw new CallError(status, code, message, graph.length > 0 ? { ...others, graph } : fields, facts);
}
