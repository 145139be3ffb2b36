// What an annotator has put in for an item and not submitted. Each sees only the own one.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, id, itemParams, json, longText, timestamp } from "../shapes";

const tag = "Annotating";
const path = "/model-hub/annotation-queues/{queue_id}/items/{item_id}/draft/";
const MAX_CHARACTERS = 1_000_000;

export const itemDraft = z
  .object({
    annotations: z.array(z.object({ label_id: id, value: json, notes: z.string() })),
    item_notes: z.string(),
    revision: z.int().meta({ description: "Another one after every write" }),
    updated_at: timestamp,
  })
  .meta({ id: "ItemDraft" });
export type ItemDraft = z.infer<typeof itemDraft>;

export const getDraft = define({
  name: "getDraft",
  method: "GET",
  path,
  tag,
  summary: "The caller's draft for an item, null when there is none",
  description: "What the caller has put in for an item and not submitted; null without one. Nobody sees another's.",
  params: itemParams,
  response: itemDraft.nullable(),
});

export const saveDraft = define({
  name: "saveDraft",
  method: "PUT",
  path,
  tag,
  summary: "Keep a draft for an item; 409 draft_outdated with the newest one when it is not the one that was changed",
  description:
    "Keeps what the caller has put in, complete and valid or not, up to a million characters. `revision` names the draft that was changed; when it is not the newest, 409 answers with the newest and nothing is lost. The same again is harmless. Removed by the submit that is made of it. Who may annotate the item may.",
  errors: ["draft_outdated", "item_is_check"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    annotations: list(z.strictObject({ label_id: id, value: json, notes: longText.nullish() }), 200)
      .refine((annotations) => JSON.stringify(annotations).length <= MAX_CHARACTERS, {
        error: `At most ${MAX_CHARACTERS} characters as JSON.`,
      })
      .meta({ description: "Values as they were put in, complete and valid or not" }),
    item_notes: longText.nullish(),
    revision: z.int().nullish().meta({ description: "Of the draft that was changed; null where there was none" }),
  }),
  response: itemDraft,
  example: { annotations: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});

export const discardDraft = define({
  name: "discardDraft",
  method: "DELETE",
  path,
  tag,
  summary: "Throw the caller's draft for an item away, if there is one",
  description: "Throws the caller's draft for an item away; without one it changes nothing.",
  access: "queue",
  params: itemParams,
  response: deleted,
});
