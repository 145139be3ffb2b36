// The request of the form for a new scenario, and its errors.

import { CallError } from "@/lib/client/call-error";
import { isRecord } from "@/lib/records";

export type Origin = "generated" | "script" | "dataset" | "graph";

export const origins: readonly { value: Origin; label: string; hint: string }[] = [
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
];
interface Form {
  origin: Origin;
  name: string;
  agent: string | null;
  dataset: string | null;
  script: string;
  graph: string;
  rows: number;
  personas: string[];
  instruction: string;
  model: string;
}

export function requestOf(form: Form) {
  const { origin, script } = form;
  const isAddress = /^https?:\/\/\S+$/i.test(script.trim());
  return {
    name: form.name,
    kind: origin === "generated" ? ("graph" as const) : origin,
    generate_graph: origin === "generated",
    no_of_rows: form.rows,
    personas: form.personas,
    custom_instruction: form.instruction,
    ...(form.agent ? { agent_definition_id: form.agent } : {}),
    ...(origin === "dataset" && form.dataset ? { dataset_id: form.dataset } : {}),
    ...(origin === "script" ? (isAddress ? { script_url: script.trim() } : { script }) : {}),
    ...(origin === "graph" ? { graph: graphIn(form.graph).graph } : {}),
    ...(form.model.trim() ? { generator_model: form.model.trim() } : {}),
  };
}

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

/** The server's errors for fields within the graph. */
export function graphError(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const errors = Object.entries(error.fields).filter(([field]) => field === "graph" || field.startsWith("graph."));
  return errors.length > 0 ? errors.map(([field, texts]) => `${field}: ${texts.join(" ")}`).join(" ") : undefined;
}
