// The fields that a queue's layout leaves out. Annotators do not get them at all, so that nothing can be read past the desk.
import type { Wire } from "@/lib/annotation/sources/source";
import type { SourceLayout } from "@/lib/contracts/annotation/queues/shapes";
import { isRecord } from "@/lib/records";

/** The members behind a field of what was traced. */
const members: Record<string, readonly string[]> = {
  Input: ["input", "prompt"],
  Output: ["output", "response"],
  Status: ["status", "status_message"],
  Kind: ["observation_type"],
  Model: ["model"],
  Provider: ["provider"],
  Tokens: ["tokens", "prompt_tokens", "completion_tokens"],
  Cost: ["cost"],
  Latency: ["latency_ms", "response_time_ms", "avg_agent_latency_ms"],
  Metadata: ["metadata"],
  Events: ["events"],
  Attributes: ["attributes"],
};

const hiddenIn = (layout: SourceLayout | null): Set<string> =>
  new Set(layout?.fields.flatMap(({ field, role }) => (role === "hidden" ? [field] : [])));

/** A source's content without them: columns of a row, the cells of a call's scenario row, or what a span recorded. */
export function withoutHidden(content: Wire, layout: SourceLayout | null, alsoHidden: readonly string[] = []): Wire {
  const hidden = new Set([...hiddenIn(layout), ...alsoHidden]);
  if (hidden.size === 0) return content;
  if (isRecord(content.fields)) {
    return {
      ...content,
      fields: without(content.fields, hidden),
      ...(isRecord(content.field_types) ? { field_types: without(content.field_types, hidden) } : {}),
    };
  }
  const left = new Set([...hidden].flatMap((field) => members[field] ?? []));
  const shown = without(content, left);
  if (content.type !== "call_execution") return shown;
  return { ...content, ...(isRecord(content.input) ? { input: without(content.input, hidden) } : {}) };
}

const without = (record: Wire, names: ReadonlySet<string>): Wire =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));

/** A preview without texts that may come from such a field. Which column a row's text is of is not known here. */
export function previewWithoutHidden(preview: Wire, layout: SourceLayout | null): Wire {
  const hidden = hiddenIn(layout);
  if (hidden.size === 0) return preview;
  if (preview.type === "dataset_row") return { ...preview, text: "" };
  return without(
    preview,
    new Set([...(hidden.has("Input") ? ["input_preview"] : []), ...(hidden.has("Output") ? ["output_preview"] : [])]),
  );
}
