import { z } from "zod";
import { define } from "../define";
import { id, itemParams, json, labelTypes, longText, timestamp } from "../shapes";

const tag = "Review";
const path = "/model-hub/annotation-queues/{queue_id}/items/{item_id}/adjudicate/";

const said = { value: json, notes: z.string(), by: id, at: timestamp };

export const resolvedValue = z
  .object({
    label_id: id,
    label_name: z.string(),
    label_type: z.enum(labelTypes),
    ...said,
    by_name: z.string(),
    by_email: z.string(),
    history: z
      .array(z.object(said))
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
  access: "queue",
  params: itemParams,
  body: z.strictObject({
    values: z
      .array(z.strictObject({ label_id: id, value: json }))
      .min(1, "At least one value is required.")
      .max(200),
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
  access: "queue",
  params: itemParams,
  query: z.strictObject({ label_id: id.optional() }),
  response: outcome,
});
