// Guardrails as they are configured: in the configuration file, for an organization, and given to the test bench.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../define";

const MAX_RULES = 50;
const MAX_WORDS = 2_000;
const MAX_PATTERNS = 50;

export const stages = ["pre", "post"] as const;
export type Stage = (typeof stages)[number];
export const guardrailActions = ["block", "warn", "log"] as const;
export type GuardrailAction = (typeof guardrailActions)[number];

export const entities = [
  "email",
  "phone",
  "ssn",
  "credit_card",
  "ipv4",
  "ipv6",
  "dob",
  "passport",
  "drivers_license",
  "iban",
  "zip_code",
  "mac_address",
  "ein",
  "mrn",
  "bitcoin",
  "aws_key",
  "api_key",
  "url_credentials",
] as const;
export type Entity = (typeof entities)[number];

export const secretTypes = [
  "aws_key",
  "aws_secret",
  "google_key",
  "azure_key",
  "github_token",
  "gitlab_token",
  "slack_token",
  "slack_webhook",
  "stripe_key",
  "openai_key",
  "anthropic_key",
  "npm_token",
  "sendgrid_key",
  "telegram_token",
  "jwt",
  "private_key",
  "url_credentials",
  "assigned_secret",
] as const;
export type SecretType = (typeof secretTypes)[number];

export const leakTypes = ["sql", "shell", "script", "path_traversal", "system_info", "environment"] as const;
export type LeakType = (typeof leakTypes)[number];

export const harmCategories = ["toxicity", "hate_speech", "violence", "sexual", "self_harm"] as const;
export type HarmCategory = (typeof harmCategories)[number];

const remediation = z.enum(["block", "mask", "redact", "hash"]).default("block").meta({
  description: "`block` leaves it to the action; the others alter what was found and let the text pass",
});
export type Remediation = z.output<typeof remediation>;

const count = (most: number) => z.int().min(1).max(most);
const word = z.string().trim().min(1).max(200);
const words = list(word, MAX_WORDS);
const pattern = z.string().min(1).max(500).meta({ description: "A regular expression in RE2's syntax" });
const patterns = list(pattern, MAX_PATTERNS).default([]);
const topics = list(z.strictObject({ name: word, keywords: list(word, 500).min(1) }), 100).default([]);
const phrases = dictionary(word, z.number().positive().max(1000), 500).optional();
const lengthLimit = z.int().min(0).max(100_000_000).optional();

const configs = {
  "pii-detection": z.strictObject({
    entities: list(z.enum(entities), 50).min(1).optional().meta({ description: "Every kind, unless told" }),
    max_entities: count(1000).default(1).meta({ description: "As many give the full score of 1" }),
    remediation,
  }),
  "secret-detection": z.strictObject({
    types: list(z.enum(secretTypes), 50).min(1).optional().meta({ description: "Every type, unless told" }),
    max_secrets: count(1000).default(1),
    remediation,
  }),
  "prompt-injection": z.strictObject({ sensitivity: z.enum(["low", "medium", "high"]).default("medium") }),
  "keyword-blocklist": z.strictObject({ words: words.min(1), remediation }),
  "input-validation": z.strictObject({
    deny_patterns: patterns,
    require_patterns: patterns,
    max_message_length: lengthLimit,
    min_message_length: lengthLimit,
    max_total_length: lengthLimit,
  }),
  "topic-restriction": z.strictObject({ allowed_topics: topics, forbidden_topics: topics }),
  "language-detection": z.strictObject({
    allowed_scripts: list(
      z.string().regex(/^[A-Z][A-Za-z_]{2,40}$/, "Must be a script's name, such as Latin."),
      50,
    ).min(1),
  }),
  "system-prompt-protection": z.strictObject({
    min_words: count(100).default(12).meta({ description: "Consecutive words of the system prompt that are a leak" }),
  }),
  "data-leakage-prevention": z.strictObject({
    types: list(z.enum(leakTypes), 50).min(1).optional(),
    max_findings: count(1000).default(1),
    remediation,
  }),
  "content-moderation": z.strictObject({
    categories: list(z.enum(harmCategories), 50).min(1).optional(),
    category_threshold: z.number().positive().max(1000).default(3).meta({
      description: "Sum of a category's weights that gives the full score of 1",
    }),
    phrases: z
      .strictObject({ toxicity: phrases, hate_speech: phrases, violence: phrases, sexual: phrases, self_harm: phrases })
      .optional()
      .meta({ description: "Phrases of your own beside the built-in ones, with their weights" }),
  }),
  "json-schema": z.strictObject({ schema: dictionary(z.string(), z.unknown(), 1000) }),
  webhook: z.strictObject({
    url: z.url({ protocol: /^https?$/, error: "Must be an http or https address." }),
    headers: dictionary(z.string().regex(/^[\w-]{1,100}$/), z.string().max(4096), 20).default({}),
  }),
  judge: z.strictObject({
    model: z.string().min(1).max(255).meta({ description: "As requests name models" }),
    criteria: z.string().trim().min(1).max(10_000).meta({ description: "What the text may not do" }),
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
      .meta({ description: "What refusals call it; its type, unless told" }),
    stage: z.enum(stages).optional().meta({ description: "Before the provider or after it; a default by its type" }),
    mode: z.enum(["sync", "async"]).default("sync").meta({ description: "`async` neither blocks nor delays" }),
    action: z.enum(guardrailActions).default("log"),
    threshold: z.number().min(0).max(1).optional().meta({ description: "It fires at a score above this" }),
    timeout: timeout.optional(),
    fail_open: z.boolean().optional().meta({ description: "Whether a text passes that cannot be checked" }),
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
const named = z.preprocess((given) => {
  if (given === null || typeof given !== "object" || !("name" in given || "type" in given)) return given;
  const { name, type = name } = given as { name?: unknown; type?: unknown };
  return { ...given, type: typeof type === "string" ? (aliases[type] ?? type) : type };
}, guardrailRule);

/** The section of a configuration. */
export const guardrails = z.strictObject({
  enabled: z.boolean().default(true),
  fail_open: z.boolean().default(false),
  default_timeout: timeout.default("5s"),
  rules: list(named, MAX_RULES).default([]),
});
export type Guardrails = z.output<typeof guardrails>;

const finding = z.object({
  kind: z.string(),
  place: z.string().meta({ description: "Where the text stands" }),
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
    "Runs one rule, as it would stand in a configuration, on a text, and answers what it finds and what would become of a request. Nothing is stored; a `webhook` or `judge` is really called.",
  errors: ["invalid_json", "request_too_large"],
  access: "gateway",
  envelope: "bare",
  body: z.strictObject({
    rule: named,
    text: z.string().max(MAX_TEXT),
    role: z.enum(["system", "user", "assistant", "tool"]).default("user").meta({ description: "Who says the text" }),
    system_prompt: z.string().max(100_000).optional().meta({ description: "What the answer may not repeat" }),
  }),
  response: z.object({
    fired: z.boolean(),
    score: z.number().meta({ description: "From 0 to 1" }),
    outcome: z.enum(["pass", "block", "warn", "log", "alter"]),
    reason: z.string().nullable(),
    failed: z.boolean().meta({ description: "The text could not be checked" }),
    findings: z.array(finding),
    text: z.string().meta({ description: "As it would go on: altered where the rule alters" }),
  }),
  example: {
    rule: { type: "pii-detection", action: "block", config: { entities: ["email"] } },
    text: "Write to ann@example.com",
  },
});
