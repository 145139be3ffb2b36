// Gold items: known answers, by which annotators' accuracy is measured.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, itemParams, json, timestamp } from "../shapes";
import { MANAGERS_MAY } from "../words";

const tag = "Queue items";
const path = "/model-hub/annotation-queues/{queue_id}/items/{item_id}/gold/";

export const gold = z
  .object({
    item_id: id,
    is_gold: z.boolean(),
    answers: z.array(z.object({ label_id: id, value: json, set_by: id, created_at: timestamp })),
    copies: z.int().meta({ description: "How many annotators have received a copy of the item" }),
  })
  .meta({ id: "GoldItem" });
export type Gold = z.infer<typeof gold>;

export const getGold = define({
  name: "getGold",
  method: "GET",
  path,
  tag,
  summary: "Get the known answers of an item",
  description: `An item's known answers; empty if it is not a gold item. ${MANAGERS_MAY}`,
  access: "queue",
  params: itemParams,
  response: gold,
});

export const setGold = define({
  name: "setGold",
  method: "PUT",
  path,
  tag,
  summary: "Make an untouched item a gold item, change its answers, or make it ordinary work again",
  description: `Sets an item's known answers and takes it out of ordinary work. Annotators get copies of it, which measure their accuracy. Changed answers measure past copies again. An empty list makes it ordinary work again, unless an annotator has received it. Repeating the request changes nothing. ${MANAGERS_MAY}`,
  errors: ["item_is_check", "item_taken", "gold_in_use"],
  access: "queue",
  params: itemParams,
  body: z.strictObject({ answers: list(z.strictObject({ label_id: id, value: json }), 100) }),
  response: gold,
  example: { answers: [{ label_id: "00000000-0000-4000-8000-000000000000", value: { rating: 4 } }] },
});
