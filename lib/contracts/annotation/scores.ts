import { z } from "zod";
import { id, json, jsonObject, labelTypes, scoreSources, sourceTypes, timestamp } from "../shapes";

export const score = z
  .object({
    id,
    source_type: z.enum(sourceTypes),
    source_id: z.string().nullable(),
    label_id: id,
    label_name: z.string(),
    label_type: z.enum(labelTypes),
    label_settings: jsonObject,
    label_allow_notes: z.boolean(),
    label_version: z.int().meta({ description: "Version of the label under which the value was given" }),
    value: json,
    value_history: z
      .array(z.object({ value: json, at: timestamp }))
      .meta({ description: "Superseded values, oldest first" }),
    score_source: z.enum(scoreSources),
    notes: z.string().nullable(),
    annotator: id.nullable(),
    annotator_name: z.string().nullable(),
    annotator_email: z.string().nullable(),
    queue_item: id.nullable(),
    queue_id: id.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Score" });
export type Score = z.infer<typeof score>;
