// What traces, spans and sessions have in common as sources.
import type { Database } from "@/db/client";
import { scopeName } from "@/lib/annotation/scope/scopes";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { invalidField } from "@/lib/errors";
import type { SpanContents } from "@/lib/traces/contents";
import type { Wire } from "./source";

const PREVIEW_LENGTH = 200;

/** The beginning of an input or output as text. */
function previewOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= PREVIEW_LENGTH
    ? text
    : [...text.slice(0, 2 * PREVIEW_LENGTH)].slice(0, PREVIEW_LENGTH).join("");
}

/** Adds the beginnings of input and output. */
export function fillPreview(preview: Wire, input: unknown, output: unknown): void {
  preview.input_preview = previewOf(input);
  preview.output_preview = previewOf(output);
}

/** The application's own attributes, which annotators see beside input and output. */
export const metadataIn = ({ metadata }: SpanContents["attributes"]): unknown =>
  typeof metadata === "string" ? parsed(metadata) : (metadata ?? {});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { metadata: text };
  }
}

/** The project whose sources are selected. Throws 400 without one, and 404 if the organization does not have it. */
export async function projectOf(db: Database, organizationId: string, selection: Selection): Promise<string> {
  if (!selection.project_id) throw invalidField("selection.project_id", "This field is required.");
  await scopeName(db, organizationId, { kind: "project", id: selection.project_id });
  return selection.project_id;
}
