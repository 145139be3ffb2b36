// The credits of managed keys: payments, corrections, and the statement of both.
import { z } from "zod";
import { define } from "../../define";
import { id, timestamp } from "../../shapes";

const tag = "Gateway administration";
const base = "/-/keys/{key_id}/credits";
const params = z.object({ key_id: id });
const usd = (description: string) => z.number().meta({ description: `${description}, in USD` });
const MAX_NOTE = 500;
const note = z.string().trim().max(MAX_NOTE);
const amount = z
  .number("Must be an amount in USD, more than 0.")
  .min(0.000_001, "Must be an amount in USD, more than 0.")
  .max(1_000_000_000, "Must be at most 1000000000.")
  .meta({ description: "In USD, to a millionth" });
const balance = z.number().meta({ description: "In USD, after every call in the ledger" });

export const addGatewayCredits = define({
  name: "addGatewayCredits",
  method: "POST",
  path: base,
  tag,
  summary: "Add credits to a managed key",
  description: `Adds credits to a managed key, which pay for its calls from the next request on. A revoked key gets none. With the header \`Idempotency-Key\` the same payment can be sent again and counts once. The same header with another amount is refused.`,
  errors: ["key_not_found", "not_managed", "invalid_amount", "invalid_json", "request_too_large"],
  takesIdempotencyKey: true,
  access: "operator",
  envelope: "bare",
  params,
  body: z.strictObject({
    amount,
    note: note.optional().meta({ description: "What the payment is for, such as the number of an invoice" }),
  }),
  response: z.object({
    key_id: id,
    added: z.number().meta({ description: "USD" }),
    credit_balance: balance,
  }),
  example: { amount: 25 },
});

export const correctGatewayCredits = define({
  name: "correctGatewayCredits",
  method: "POST",
  path: `${base}/corrections`,
  tag,
  summary: "Take credits back from a managed key",
  description: `Takes credits back, such as those of a wrong payment, also from a revoked key. At most what neither was spent nor is reserved by calls under way: more is 402, and nothing changes. The correction is in force when the answer arrives. With the header \`Idempotency-Key\` the same correction can be sent again and counts once. The same header with another amount is refused.`,
  errors: [
    "key_not_found",
    "not_managed",
    "payment_required",
    "invalid_amount",
    "invalid_json",
    "request_too_large",
    "service_unavailable",
  ],
  takesIdempotencyKey: true,
  access: "operator",
  envelope: "bare",
  params,
  body: z.strictObject({ amount, note: note.min(1).meta({ description: "The reason" }) }),
  response: z.object({
    key_id: id,
    removed: z.number().meta({ description: "USD" }),
    credit_balance: balance,
  }),
  example: { amount: 990, note: "1,000 was entered in place of 10." },
});

const creditEntry = z
  .object({
    id,
    kind: z.enum(["payment", "correction"]),
    amount: usd("What it adds to the credits, below 0 for a correction"),
    note: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: "CreditEntry" });
export type CreditEntry = z.infer<typeof creditEntry>;

export const listGatewayCredits = define({
  name: "listGatewayCredits",
  method: "GET",
  path: base,
  tag,
  summary: "List a key's payments and corrections, newest first",
  description: `The statement of a managed key's credits: each payment and correction, and the sums of the key's whole life. \`paid\` and \`corrected\` less \`used\` is \`balance\`, exact to the millionth. \`has_more\` says whether there are older entries. To get them, send the id of the last entry as \`after\`. Calls are not listed one by one: the request log has them.`,
  errors: ["key_not_found", "not_managed", "not_found"],
  access: "gateway",
  envelope: "bare",
  params,
  query: z.strictObject({
    limit: z.int().min(1).max(200).default(50).meta({ description: "Page size, 50 by default" }),
    after: id.optional().meta({ description: "Only entries after this one" }),
  }),
  response: z.object({
    object: z.literal("list"),
    totals: z.object({
      paid: usd("All payments"),
      corrected: usd("All corrections, 0 or less"),
      used: usd("What calls have cost, according to the ledger"),
      balance: usd("What is left, according to the ledger"),
    }),
    data: z.array(creditEntry),
    has_more: z.boolean(),
  }),
  example: { limit: 20 },
});
