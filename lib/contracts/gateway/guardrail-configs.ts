// The settings of each type of guardrail. The screens' forms are made from them.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { entities, harmCategories, leakTypes, secretTypes } from "./guardrail-names";

const MAX_WORDS = 2_000;
const MAX_PATTERNS = 50;

const remediation = z.enum(["block", "mask", "redact", "hash"]).default("block").meta({
  title: "Treatment of findings",
  description: "Altered text passes. `block` leaves it as it is, and the action of the rule decides",
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

export const guardrailConfigs = {
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
