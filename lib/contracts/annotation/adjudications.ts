import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, itemParams, json, labelTypes, longText, timestamp } from "../shapes";

const tag = "Review";
const MAY =
  "For reviewers and managers of the queue, and for Owners and Admins. Nobody can settle items that they annotated themselves.";
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
      .meta({ description: "Earlier values, oldest first; null if the value was withdrawn" }),
  })
  .meta({ id: "ResolvedValue" });
export type ResolvedValue = z.infer<typeof resolvedValue>;

const outcome = z.object({ item_id: id, resolved: z.array(resolvedValue) });

export const adjudicateItem = define({
  name: "adjudicateItem",
  method: "POST",
  path,
  tag,
  summary: "Settle an item's values under some labels, whatever its annotators answered",
  description: `Settles an item's values under the given labels. Other labels and the annotators' scores do not change. An earlier settled value goes to the history. Repeating the request changes nothing. Exports show settled values beside the scores. ${MAY}`,
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
  summary: "Withdraw an item's settled values, for one label or all",
  description: `Withdraws an item's settled values, for one label or all. The history keeps them. 404 if nothing is settled. ${MAY}`,
  access: "queue",
  params: itemParams,
  query: z.strictObject({ label_id: id.optional() }),
  response: outcome,
});
