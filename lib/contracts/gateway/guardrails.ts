// Guardrails in a configuration: in the configuration file, for an organization, and in the guardrail test.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { guardrailConfigs } from "./guardrail-configs";
import { guardrailActions, stages } from "./guardrail-names";

export * from "./guardrail-names";

const MAX_RULES = 50;
/** A duration such as 500ms or 30s, or seconds; a minute at most. */
const timeout = z.union(
  [z.number().positive().max(60), z.string().regex(/^(\d{1,5}ms|\d{1,2}(\.\d{1,3})?s)$/)],
  "Must be a duration such as 500ms or 5s.",
);

const ruleOf = <T extends string, C extends z.ZodType>(type: T, config: C) =>
  z.strictObject({
    type: z.literal(type),
    name: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ title: "Name", description: "Shown in refusals. The type by default", "x-unset": "Its type" }),
    action: z.enum(guardrailActions).default("log").meta({ title: "When it fires" }),
    stage: z.enum(stages).optional().meta({
      title: "Runs",
      description: "Before or after the provider. The default depends on the type",
      "x-unset": "The default of its type",
    }),
    threshold: z.number().min(0).max(1).optional().meta({
      title: "Threshold",
      description: "The rule fires at a score above this",
      "x-unset": "The default of its type",
    }),
    mode: z
      .enum(["sync", "async"])
      .default("sync")
      .meta({ title: "Requests wait for it", description: "Asynchronous rules neither block nor delay requests" }),
    timeout: timeout.optional().meta({
      title: "Timeout",
      description: "Seconds, or a text such as 500ms",
      "x-unset": "The setting for all rules",
    }),
    fail_open: z.boolean().optional().meta({
      title: "Pass unchecked text",
      description: "Whether a text passes if it cannot be checked",
      "x-unset": "The setting for all rules",
    }),
    config,
  });

export const guardrailRule = z.discriminatedUnion("type", [
  ruleOf("pii-detection", guardrailConfigs["pii-detection"].prefault({})),
  ruleOf("secret-detection", guardrailConfigs["secret-detection"].prefault({})),
  ruleOf("prompt-injection", guardrailConfigs["prompt-injection"].prefault({})),
  ruleOf("keyword-blocklist", guardrailConfigs["keyword-blocklist"]),
  ruleOf("input-validation", guardrailConfigs["input-validation"].prefault({})),
  ruleOf("topic-restriction", guardrailConfigs["topic-restriction"].prefault({})),
  ruleOf("language-detection", guardrailConfigs["language-detection"]),
  ruleOf("system-prompt-protection", guardrailConfigs["system-prompt-protection"].prefault({})),
  ruleOf("data-leakage-prevention", guardrailConfigs["data-leakage-prevention"].prefault({})),
  ruleOf("content-moderation", guardrailConfigs["content-moderation"].prefault({})),
  ruleOf("json-schema", guardrailConfigs["json-schema"]),
  ruleOf("webhook", guardrailConfigs.webhook),
  ruleOf("judge", guardrailConfigs.judge),
]);
export type GuardrailRule = z.output<typeof guardrailRule>;
export type GuardrailType = GuardrailRule["type"];
export type GuardrailConfig<T extends GuardrailType> = Extract<GuardrailRule, { type: T }>["config"];

/** Other names for the types. */
const aliases: Record<string, GuardrailType> = {
  "pii-detector": "pii-detection",
  "injection-detector": "prompt-injection",
  "secrets-detector": "secret-detection",
};

/** A rule without a type has the type that its name names. */
const named = z.preprocess((input) => {
  if (input === null || typeof input !== "object" || !("name" in input || "type" in input)) return input;
  const { name, type = name } = input as { name?: unknown; type?: unknown };
  return { ...input, type: typeof type === "string" ? (aliases[type] ?? type) : type };
}, guardrailRule);

/** The guardrails section of a configuration. */
export const guardrails = z.strictObject({
  enabled: z.boolean().default(true).meta({ title: "Enforce guardrails" }),
  fail_open: z.boolean().default(false).meta({
    title: "Pass unchecked text",
    description: "If a rule fails or takes too long. Each rule can override this",
  }),
  default_timeout: timeout.default("5s").meta({
    title: "Timeout",
    description: "For rules without a timeout of their own, such as 500ms or 5s. At most one minute",
    "x-unset": "5s",
  }),
  rules: list(named, MAX_RULES).default([]),
});
export type Guardrails = z.output<typeof guardrails>;

const finding = z.object({
  kind: z.string(),
  place: z.string().meta({ description: "Where the text is in the request or answer" }),
  start: z.int(),
  end: z.int(),
});

const MAX_TEXT = 1_000_000;

export const testGuardrail = define({
  name: "testGuardrail",
  method: "POST",
  path: "/-/guardrails/test",
  tag: "Gateway administration",
  summary: "Try a guardrail on a text",
  description:
    "Runs one rule, written as in a configuration, on a text. Answers what it finds and how a request would be handled. Nothing is stored. A `webhook` or `judge` is really called.",
  errors: ["invalid_json", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  body: z.strictObject({
    rule: named,
    text: z.string().max(MAX_TEXT),
    role: z
      .enum(["system", "user", "assistant", "tool"])
      .default("user")
      .meta({ description: "Role of the text's author" }),
    system_prompt: z
      .string()
      .max(100_000)
      .optional()
      .meta({ description: "System prompt that the answer must not repeat" }),
  }),
  response: z.object({
    fired: z.boolean(),
    score: z.number().meta({ description: "From 0 to 1" }),
    outcome: z.enum(["pass", "block", "warn", "log", "alter"]),
    reason: z.string().nullable(),
    failed: z.boolean().meta({ description: "The text could not be checked" }),
    findings: z.array(finding),
    text: z.string().meta({ description: "The text as it would be passed on, with the rule's alterations" }),
  }),
  example: {
    rule: { type: "pii-detection", action: "block", config: { entities: ["email"] } },
    text: "Write to ann@example.com",
  },
});
