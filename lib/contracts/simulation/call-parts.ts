// Shapes of what a call keeps, which its contracts show and its tables store.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import {
  customerFaultKinds,
  DEFAULT_TURNS,
  deciders,
  faultKinds,
  faultSides,
  MAX_REPEATS,
  MAX_TURN_CHARACTERS,
  MAX_TURNS,
} from "./call-names";

export { MAX_TURN_CHARACTERS };
export const MAX_TOOL_CALLS = 64;
/** Messages that stand in one turn of the agent: its own, its tool calls, and what its tools have answered. */
export const MAX_MESSAGES = 200;

export const toolCall = z.object({
  id: z.string().max(255).default(""),
  type: z.string().max(64).default("function"),
  function: z.object({
    name: z.string().max(255),
    arguments: z.string().max(MAX_TURN_CHARACTERS).default("{}"),
  }),
});
export type ToolCall = z.infer<typeof toolCall>;

/** One of the names, in any case: published clients send both. */
export const anyCase = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  z
    .string()
    .max(64)
    .toLowerCase()
    .meta({ enum: [...names] })
    .pipe(z.enum(names));

/** One message as it came, with the role that it has in the transcript. */
export const turnMessage = z.object({
  role: z.enum(["user", "assistant", "tool"]),
  content: z.string().nullable(),
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: list(toolCall, MAX_TOOL_CALLS).optional(),
});
export type TurnMessage = z.infer<typeof turnMessage>;

export const fault = z.object({
  side: z.enum(faultSides),
  kind: z.enum(faultKinds),
  message: z.string(),
  evidence: z.object({ turn: z.int().meta({ description: "0-based" }), text: z.string() }),
});
export type Fault = z.infer<typeof fault>;

/** Who has looked for one kind of the simulated customer's faults in a call, and why. */
export const faultRule = z.object({
  kind: z.enum(customerFaultKinds),
  decided_by: z.enum(deciders),
  reason: z.string(),
});
export type FaultRule = z.infer<typeof faultRule>;

/** Addresses of a call by phone: the whole, each side in its channel, and each side alone. */
export const recordings = z.object({
  combined: z.string().optional(),
  stereo: z.string().optional(),
  customer: z.string().optional(),
  assistant: z.string().optional(),
});
export type Recordings = z.infer<typeof recordings>;

export const check = z.object({
  name: z.string(),
  kind: z.enum(["tool_call", "state"]),
  passed: z.boolean(),
  reason: z.string(),
  turn: z.int().nullable(),
});
export type Check = z.infer<typeof check>;

/** A row's cell as it was when the run began. */
export const pinnedCell = z.object({
  value: z.string().nullable(),
  column_id: z.string(),
  dataset_id: z.string(),
  data_type: z.string(),
});
export type PinnedRow = Record<string, z.infer<typeof pinnedCell>>;

export const toolVerdict = z.object({
  value: z.enum(["Passed", "Failed"]).nullable(),
  reason: z.string(),
  type: z.literal("Pass/Fail"),
  name: z.string(),
  error: z.boolean(),
  status: z.enum(["running", "completed", "failed"]),
});
export type ToolVerdict = z.infer<typeof toolVerdict>;

export const MAX_AT_ONCE = 100;
export const DEFAULT_AT_ONCE = 10;

/** How a run test plays its conversations. */
export const runSettings = z.object({
  repeats: z
    .int()
    .min(1)
    .max(MAX_REPEATS)
    .default(1)
    .meta({ description: "Trials of each row, from which pass^k is told" }),
  max_turns: z
    .int()
    .min(1)
    .max(MAX_TURNS)
    .default(DEFAULT_TURNS)
    .meta({ description: "Turns of the agent at most; what was said until then is judged all the same" }),
  min_turns: z.int().min(0).max(MAX_TURNS).default(0).meta({
    description:
      "Turns of the agent before a customer that a model plays may hang up; a row's script ends where it ends, and max_turns counts first",
  }),
  concurrency: z
    .int()
    .min(1)
    .max(MAX_AT_ONCE)
    .default(DEFAULT_AT_ONCE)
    .meta({ description: "Conversations at a time" }),
  seed: z.int().min(0).max(2_147_483_647).default(0).meta({ description: "Chooses what chance would" }),
  simulator_model: z.string().max(255).nullable().default(null).meta({
    description: "In place of the simulator agent's: a model of the gateway, or scripted, which needs none",
  }),
  judge_model: z.string().max(255).nullable().default(null).meta({
    description:
      "Judges tool calls, for which turing_large is asked where it is not set, and looks for the simulated customer's faults in languages that no rule reads, for which nobody is asked where it is not set: a model of the gateway",
  }),
  cost_ceiling_usd: z.number().min(0).max(1_000_000).nullable().default(null).meta({
    description:
      "No further conversation is begun once so much is spent, or once a model without a price has answered, since that cannot be kept under a ceiling",
  }),
  measure_satisfaction: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the simulator's model says how content the customer is, 1 to 10" }),
  tool_call_order: z
    .enum(["any", "in_order", "exact"])
    .default("any")
    .meta({ description: "How a row's expected tool calls are looked for; exact allows none beside them" }),
  pass_rate: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: "Of the conversations that count, the part that has to pass for the verdict" }),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .default(0.9)
    .meta({ description: "Of all conversations, the part that has to count for the verdict" }),
});
export type RunSettings = z.infer<typeof runSettings>;

/** A change of some of them. */
export const changedSettings = z.object(
  Object.fromEntries(Object.entries(runSettings.shape).map(([key, schema]) => [key, schema.unwrap().optional()])) as {
    [Key in keyof typeof runSettings.shape]: z.ZodOptional<ReturnType<(typeof runSettings.shape)[Key]["unwrap"]>>;
  }, // safe because it has the names of runSettings, each without its default
);

/** What models were paid for a call or a run. */
export const spent = z
  .number()
  .nullable()
  .meta({ description: "Of the calls of models whose cost is known; null where none is" });
