import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, itemParams, json, labelTypes, longText, timestamp } from "../shapes";

const tag = "Review";
const MAY =
  "Reviewers and managers of the queue may, Owners and Admins in every queue, but not on their own annotations.";
const path = "/model-hub/annotation-queues/{queue_id}/items/{item_id}/adjudicate/";

const ruling = { value: json, notes: z.string(), by: id, at: timestamp };

export const resolvedValue = z
  .object({
    label_id: id,
    label_name: z.string(),
    label_type: z.enum(labelTypes),
    ...ruling,
    by_name: z.string(),
    by_email: z.string(),
    history: z
      .array(z.object(ruling))
      .meta({ description: "Earlier values, oldest first; null where the value had been taken back" }),
  })
  .meta({ id: "ResolvedValue" });
export type ResolvedValue = z.infer<typeof resolvedValue>;

const outcome = z.object({ item_id: id, resolved: z.array(resolvedValue) });

export const adjudicateItem = define({
  name: "adjudicateItem",
  method: "POST",
  path,
  tag,
  summary: "Settle what an item's values are, whatever its annotators said; other labels keep theirs",
  description: `Settles an item's values under the given labels; annotators' scores stay as they were given. An earlier settled value goes to the history; the same again changes nothing. Exports show settled values beside the scores. ${MAY}`,
  errors: ["nothing_to_settle", "item_is_check"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    values: list(z.strictObject({ label_id: id, value: json }), 200).min(1, "At least one value is required."),
    notes: longText.nullish(),
  }),
  response: outcome,
  example: { values: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});

export const withdrawAdjudication = define({
  name: "withdrawAdjudication",
  method: "DELETE",
  path,
  tag,
  summary: "Take settled values back: that of one label, or all",
  description: `Takes an item's settled values back, all or that of one label; the history keeps them. 404 when nothing is settled. ${MAY}`,
  access: "queue",
  params: itemParams,
  query: z.strictObject({ label_id: id.optional() }),
  response: outcome,
});
