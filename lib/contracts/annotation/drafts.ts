// What an annotator has entered for an item but not submitted. Annotators see only their own draft.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, id, itemParams, json, longText, timestamp } from "../shapes";
import { suggestionUse } from "./suggestions";

const tag = "Annotating";
const path = "/model-hub/annotation-queues/{queue_id}/items/{item_id}/draft/";
const MAX_CHARACTERS = 1_000_000;

const draftEntry = z.object({
  label_id: id,
  value: json,
  notes: z.string(),
  suggestion: suggestionUse.optional(),
});
export type DraftEntry = z.infer<typeof draftEntry>;

export const itemDraft = z
  .object({
    annotations: z.array(draftEntry),
    item_notes: z.string(),
    revision: z.int().meta({ description: "Changes with every write" }),
    updated_at: timestamp,
  })
  .meta({ id: "ItemDraft" });
export type ItemDraft = z.infer<typeof itemDraft>;

export const getDraft = define({
  name: "getDraft",
  method: "GET",
  path,
  tag,
  summary: "Get the caller's draft for an item",
  description:
    "What the caller has entered for an item but not submitted; null without a draft. Callers see only their own draft.",
  params: itemParams,
  response: itemDraft.nullable().meta({ description: "The caller's draft; null without one" }),
});

export const saveDraft = define({
  name: "saveDraft",
  method: "PUT",
  path,
  tag,
  summary: "Save the caller's draft for an item",
  description:
    "Saves what the caller has entered, complete and valid or not, up to a million characters. `revision` names the draft that was changed. If that is not the newest draft, the answer is 409 `draft_outdated` with the newest one, and nothing is overwritten. Repeating the request changes nothing. Submitting the draft deletes it. For callers who may annotate the item.",
  errors: ["draft_outdated", "item_is_check"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    annotations: list(
      z.strictObject({ label_id: id, value: json, notes: longText.nullish(), suggestion: suggestionUse.optional() }),
      200,
    )
      .refine((annotations) => JSON.stringify(annotations).length <= MAX_CHARACTERS, {
        error: `At most ${MAX_CHARACTERS} characters as JSON.`,
      })
      .meta({ description: "Values as entered, complete and valid or not" }),
    item_notes: longText.nullish(),
    revision: z.int().nullish().meta({ description: "Revision of the draft that was changed; null if there was none" }),
  }),
  response: itemDraft,
  example: { annotations: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});

export const discardDraft = define({
  name: "discardDraft",
  method: "DELETE",
  path,
  tag,
  summary: "Delete the caller's draft for an item",
  description: "Deletes the caller's draft for an item. Without a draft it changes nothing.",
  access: "queue",
  params: itemParams,
  response: deleted,
});
