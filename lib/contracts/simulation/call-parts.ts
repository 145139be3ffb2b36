// Schemas of a call's data, which the contracts show and the tables store.
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
/** Most messages in one agent turn: its own, its tool calls, and the answers of its tools. */
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

/** One of the names, ignoring case: published clients send both. */
export const anyCase = <const Name extends string>(names: readonly [Name, ...Name[]]) =>
  z
    .string()
    .max(64)
    .toLowerCase()
    .meta({ enum: [...names] })
    .pipe(z.enum(names));

/** One message as received, with its role in the transcript. */
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

/** What checked a call for one kind of simulator fault, and why. */
export const faultRule = z.object({
  kind: z.enum(customerFaultKinds),
  decided_by: z.enum(deciders),
  reason: z.string(),
});
export type FaultRule = z.infer<typeof faultRule>;

/** Recordings of a phone call: both sides mixed, both in separate channels, and each side alone. */
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

/** A row's cell at the start of the run. */
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

const MAX_AT_ONCE = 100;
const DEFAULT_AT_ONCE = 10;

/** Settings of a run test's conversations. */
export const runSettings = z.object({
  repeats: z
    .int()
    .min(1)
    .max(MAX_REPEATS)
    .default(1)
    .meta({ description: "Trials of each row, used to compute pass^k" }),
  max_turns: z
    .int()
    .min(1)
    .max(MAX_TURNS)
    .default(DEFAULT_TURNS)
    .meta({ description: "Maximum number of agent turns. The conversation up to then is still judged" }),
  min_turns: z.int().min(0).max(MAX_TURNS).default(0).meta({
    description:
      "Agent turns before a customer played by a model may hang up. A script still ends where it ends, and max_turns takes precedence",
  }),
  concurrency: z
    .int()
    .min(1)
    .max(MAX_AT_ONCE)
    .default(DEFAULT_AT_ONCE)
    .meta({ description: "Maximum conversations at the same time" }),
  seed: z.int().min(0).max(2_147_483_647).default(0).meta({ description: "Seed for all random choices" }),
  simulator_model: z.string().max(255).nullable().default(null).meta({
    description:
      "The gateway model that plays the customers, or scripted, which needs no model. If it is null, the simulator agent's model plays; if nobody chose that and the gateway does not have it, turing_large",
  }),
  judge_model: z.string().max(255).nullable().default(null).meta({
    description:
      "The gateway model that judges tool calls and looks for faults of the simulated customer in languages that the rules do not cover. If it is null, turing_large judges tool calls, and such faults are not checked",
  }),
  cost_ceiling_usd: z.number().min(0).max(1_000_000).nullable().default(null).meta({
    description:
      "No new conversation begins once this amount is spent, or once a model without a price has answered, because its cost is unknown; null for no ceiling",
  }),
  measure_satisfaction: z
    .boolean()
    .default(true)
    .meta({ description: "Whether the simulator's model rates the customer's satisfaction, 1 to 10" }),
  tool_call_order: z
    .enum(["any", "in_order", "exact"])
    .default("any")
    .meta({ description: "How a row's expected tool calls are matched; exact allows no other calls" }),
  pass_rate: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .meta({ description: "Share of the counted conversations that must pass" }),
  coverage: z
    .number()
    .min(0)
    .max(1)
    .default(0.9)
    .meta({ description: "Share of all conversations that must count for a verdict" }),
});
export type RunSettings = z.infer<typeof runSettings>;

/** A change of some settings. */
export const changedSettings = z.object(
  Object.fromEntries(
    Object.entries(runSettings.shape).map(([key, schema]) => [
      key,
      schema
        .unwrap()
        .optional()
        .describe(schema.description ?? ""),
    ]),
  ) as {
    [Key in keyof typeof runSettings.shape]: z.ZodOptional<ReturnType<(typeof runSettings.shape)[Key]["unwrap"]>>;
  }, // safe because it has the names of runSettings, each without its default
);

/** Model cost of a call or a run. */
export const spent = z
  .number()
  .nullable()
  .meta({ description: "Cost of the model calls with a known price; null if none has one" });
