import { z } from "zod";
import { define } from "../../define";
import { id, itemStatuses, json, queueStatuses, sourceId, sourceTypes, timestamp } from "../../shapes";
import { boundLabel } from "./shapes";

const tag = "Annotation queues";
const base = "/model-hub/annotation-queues/";

const scopes = { project_id: id.optional(), dataset_id: id.optional(), agent_definition_id: id.optional() };

export const getOrCreateDefaultQueue = define({
  name: "getOrCreateDefaultQueue",
  method: "POST",
  path: `${base}get-or-create-default/`,
  tag,
  summary: "Get the default queue of a project, dataset or agent definition; create or restore it if needed",
  description:
    "The queue that collects annotations of the sources of a project, dataset or agent definition outside other queues. If there is none, it is created or restored, and the caller becomes a member with every role. Repeating the request returns the same queue.",
  errors: ["not_found"],
  body: z.strictObject(scopes).refine((body) => Object.keys(body).length === 1, {
    error: "Give exactly one of project_id, dataset_id and agent_definition_id.",
  }),
  response: z.object({
    queue: z.object({
      id,
      name: z.string(),
      description: z.string().nullable(),
      instructions: z.string().nullable(),
      status: z.enum(queueStatuses),
      is_default: z.boolean(),
    }),
    labels: z.array(boundLabel),
    created: z.boolean(),
    action: z.enum(["created", "restored", "fetched"]),
  }),
  example: { dataset_id: "00000000-0000-4000-8000-000000000000" },
});

/** One of the sources that `sources` lists, as JSON text. */
export const askedSource = z.strictObject({
  source_type: z.enum(sourceTypes),
  source_id: sourceId,
  span_notes_source_id: sourceId.nullish(),
});

const spanNote = z.object({
  id,
  notes: z.string(),
  annotator: z.string(),
  annotator_id: id,
  created_at: timestamp,
});

export const sourceQueue = z
  .object({
    queue: z.object({ id, name: z.string(), instructions: z.string().nullable(), is_default: z.boolean() }),
    item: z
      .object({ id, status: z.enum(itemStatuses), source_type: z.enum(sourceTypes), source_id: z.string() })
      .nullable()
      .meta({ description: "Null in a default queue that does not have the source yet" }),
    labels: z.array(boundLabel),
    existing_scores: z.record(id, json).meta({ description: "The caller's values in this queue, by label" }),
    existing_notes: z.string().meta({ description: "The caller's note on the item" }),
    existing_label_notes: z.record(id, z.string()),
    span_notes: z.array(spanNote),
    span_notes_source_id: z.string().nullable(),
  })
  .meta({ id: "SourceQueue" });

export type SourceQueue = z.infer<typeof sourceQueue>;

export const queuesForSource = define({
  name: "queuesForSource",
  method: "GET",
  path: `${base}for-source/`,
  tag,
  summary: "Queues in which the caller may annotate a source",
  description:
    "For a source that is open on another screen: the queues that have it and in which the caller can annotate, and default queues that can take it. Each has its form and the caller's values. One source, or up to 100 as JSON text in `sources`. Unknown sources are left out.",
  errors: ["not_found"],
  query: z.strictObject({
    source_type: z.enum(sourceTypes).optional(),
    source_id: sourceId.optional(),
    sources: z.string().max(12_000).optional().meta({
      description:
        "Instead of one source: JSON text of an array of {source_type, source_id}. The request's URL and headers may have 16 KB in all",
    }),
  }),
  response: z.array(sourceQueue),
  example: { source_type: "observation_span", source_id: "00f067aa0ba902b7" },
});
