// Guardrails in a configuration: in the configuration file, for an organization, and in the guardrail test.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../define";
import { entities, guardrailActions, harmCategories, leakTypes, secretTypes, stages } from "./guardrail-names";

export * from "./guardrail-names";

const MAX_RULES = 50;
const MAX_WORDS = 2_000;
const MAX_PATTERNS = 50;

const remediation = z.enum(["block", "mask", "redact", "hash"]).default("block").meta({
  title: "Treatment of findings",
  description: "Altered text passes. With `block` the text stays as it is, and the action decides",
});
export type Remediation = z.output<typeof remediation>;

const count = (most: number) => z.int().min(1).max(most);
const word = z.string().trim().min(1).max(200);
const words = list(word, MAX_WORDS);
const pattern = z.string().min(1).max(500).meta({ description: "A regular expression in RE2's syntax" });
const patterns = list(pattern, MAX_PATTERNS).default([]);
const topic = z.strictObject({
  name: word.meta({ title: "Topic" }),
  keywords: list(word, 500).min(1).meta({ title: "Keywords", description: "One per line" }),
});
const topics = list(topic, 100).default([]);
const phrases = dictionary(word, z.number().positive().max(1000), 500).optional();
const lengthLimit = z.int().min(0).max(100_000_000).optional();

const configs = {
  "pii-detection": z.strictObject({
    entities: list(z.enum(entities), 50)
      .min(1)
      .optional()
      .meta({ title: "Looks for", description: "Every kind by default", "x-unset": "Every kind" }),
    max_entities: count(1000)
      .default(1)
      .meta({ title: "Findings for the full score", description: "How many findings give the full score of 1" }),
    remediation,
  }),
  "secret-detection": z.strictObject({
    types: list(z.enum(secretTypes), 50)
      .min(1)
      .optional()
      .meta({ title: "Looks for", description: "Every type by default", "x-unset": "Every type" }),
    max_secrets: count(1000)
      .default(1)
      .meta({ title: "Findings for the full score", description: "How many findings give the full score of 1" }),
    remediation,
  }),
  "prompt-injection": z.strictObject({
    sensitivity: z.enum(["low", "medium", "high"]).default("medium").meta({ title: "Sensitivity" }),
  }),
  "keyword-blocklist": z.strictObject({
    words: words.min(1).meta({ title: "Words", description: "Or phrases, one per line. Case does not matter" }),
    remediation,
  }),
  "input-validation": z.strictObject({
    deny_patterns: patterns.meta({ title: "Denied patterns", description: "Regular expressions, one per line" }),
    require_patterns: patterns.meta({
      title: "Required patterns",
      description: "Regular expressions, one per line",
    }),
    max_message_length: lengthLimit.meta({ title: "Maximum message length, in characters", "x-unset": "Any" }),
    min_message_length: lengthLimit.meta({ title: "Minimum message length, in characters", "x-unset": "Any" }),
    max_total_length: lengthLimit.meta({ title: "Maximum total length, in characters", "x-unset": "Any" }),
  }),
  "topic-restriction": z.strictObject({
    allowed_topics: topics.meta({
      title: "Allowed topics",
      description: "If there are any, the rule fires on every other topic",
    }),
    forbidden_topics: topics.meta({ title: "Forbidden topics" }),
  }),
  "language-detection": z.strictObject({
    allowed_scripts: list(z.string().regex(/^[A-Z][A-Za-z_]{2,40}$/, "Must be a script's name, such as Latin."), 50)
      .min(1)
      .meta({ title: "Allowed scripts", description: "One per line, such as Latin, Cyrillic, Han" }),
  }),
  "system-prompt-protection": z.strictObject({
    min_words: count(100).default(12).meta({
      title: "Words in a row",
      description: "How many consecutive words of the system prompt count as a leak",
    }),
  }),
  "data-leakage-prevention": z.strictObject({
    types: list(z.enum(leakTypes), 50).min(1).optional().meta({ title: "Looks for", "x-unset": "Every kind" }),
    max_findings: count(1000)
      .default(1)
      .meta({ title: "Findings for the full score", description: "How many findings give the full score of 1" }),
    remediation,
  }),
  "content-moderation": z.strictObject({
    categories: list(z.enum(harmCategories), 50)
      .min(1)
      .optional()
      .meta({ title: "Categories", "x-unset": "Every category" }),
    category_threshold: z.number().positive().max(1000).default(3).meta({
      title: "Weight for the full score",
      description: "Sum of a category's weights that gives the full score of 1",
    }),
    phrases: z
      .strictObject({ toxicity: phrases, hate_speech: phrases, violence: phrases, sexual: phrases, self_harm: phrases })
      .optional()
      .meta({
        title: "Phrases of your own",
        description: "In addition to the built-in ones, with their weights",
      }),
  }),
  "json-schema": z.strictObject({
    schema: dictionary(z.string(), z.unknown(), 1000).meta({
      title: "JSON Schema",
      description: "Draft 2020-12. The answer must be JSON that matches it",
    }),
  }),
  webhook: z.strictObject({
    url: z.url({ protocol: /^https?$/, error: "Must be an http or https address." }).meta({
      title: "Address",
      description: "Receives the texts by POST and answers whether they pass",
    }),
    headers: dictionary(z.string().regex(/^[\w-]{1,100}$/), z.string().max(4096).meta({ writeOnly: true }), 20)
      .default({})
      .meta({ title: "Headers", description: "Sent with each call. Their values are stored encrypted" }),
  }),
  judge: z.strictObject({
    model: z.string().min(1).max(255).meta({ title: "Model", description: "Named as in requests" }),
    criteria: z
      .string()
      .trim()
      .min(1)
      .max(10_000)
      .meta({ title: "Criteria", description: "What the text must not contain or do" }),
  }),
};

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
    timeout: timeout.optional().meta({ title: "Timeout", "x-unset": "The setting for all rules" }),
    fail_open: z.boolean().optional().meta({
      title: "Pass unchecked text",
      description: "Whether a text passes if it cannot be checked",
      "x-unset": "The setting for all rules",
    }),
    config,
  });

export const guardrailRule = z.discriminatedUnion("type", [
  ruleOf("pii-detection", configs["pii-detection"].prefault({})),
  ruleOf("secret-detection", configs["secret-detection"].prefault({})),
  ruleOf("prompt-injection", configs["prompt-injection"].prefault({})),
  ruleOf("keyword-blocklist", configs["keyword-blocklist"]),
  ruleOf("input-validation", configs["input-validation"].prefault({})),
  ruleOf("topic-restriction", configs["topic-restriction"].prefault({})),
  ruleOf("language-detection", configs["language-detection"]),
  ruleOf("system-prompt-protection", configs["system-prompt-protection"].prefault({})),
  ruleOf("data-leakage-prevention", configs["data-leakage-prevention"].prefault({})),
  ruleOf("content-moderation", configs["content-moderation"].prefault({})),
  ruleOf("json-schema", configs["json-schema"]),
  ruleOf("webhook", configs.webhook),
  ruleOf("judge", configs.judge),
]);
export type GuardrailRule = z.output<typeof guardrailRule>;
export type GuardrailType = GuardrailRule["type"];
export type GuardrailConfig<T extends GuardrailType> = Extract<GuardrailRule, { type: T }>["config"];

/** Other names under which the types go. */
const aliases: Record<string, GuardrailType> = {
  "pii-detector": "pii-detection",
  "injection-detector": "prompt-injection",
  "secrets-detector": "secret-detection",
};

/** A rule without a type is of the type that its name is. */
const named = z.preprocess((input) => {
  if (input === null || typeof input !== "object" || !("name" in input || "type" in input)) return input;
  const { name, type = name } = input as { name?: unknown; type?: unknown };
  return { ...input, type: typeof type === "string" ? (aliases[type] ?? type) : type };
}, guardrailRule);

/** The section of a configuration. */
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
