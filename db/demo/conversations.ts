import { z } from "zod";
import rows from "./conversations.json";

/** The flaws of a reply. Only the seeded annotations read them; they are never shown. */
export const flaws = [
  "asks-card-number",
  "blaming-tone",
  "curt-tone",
  "forbidden-promise",
  "ignored-question",
  "invented-feature",
  "invented-order-status",
  "missed-escalation",
  "overlong",
  "privacy-leak",
  "unsafe-advice",
  "wrong-arithmetic",
  "wrong-language",
  "wrong-policy-figure",
] as const;

const conversation = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  topic: z.enum([
    "account",
    "billing",
    "complaint",
    "delivery",
    "gift card",
    "product question",
    "returns",
    "warranty",
  ]),
  channel: z.enum(["chat", "email"]),
  customer_message: z.string().min(1),
  conversation: z.array(z.strictObject({ role: z.enum(["user", "assistant"]), content: z.string().min(1) })).min(2),
  assistant_reply: z.string().min(1),
  policy: z.string().min(1),
  expected: z.string().min(1),
  latency_ms: z.int().positive(),
  model: z.enum(["sandbox/support-small", "sandbox/support-large"]),
  flaw: z.enum(flaws).nullable(),
});

export type Flaw = (typeof flaws)[number];
export type Conversation = z.infer<typeof conversation>;

/** Customer-support conversations of the fictional shop Larkfield Home, in the order in which a demo queue shows them. */
export const conversations: Conversation[] = z.array(conversation).parse(rows);
