// Rules that make values unreadable before anything of a span is stored. Their detectors are the guardrails'.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { guardrailConfigs } from "../gateway/guardrail-configs";
import { entities, secretTypes } from "../gateway/guardrail-names";
import { maskingTreatments, maskingTypes } from "../names";
import { id } from "../shapes";

const tag = "Tracing";

const MAX_RULES = 20;
const MAX_PATTERNS = 50;

const pattern = z.string().min(1).max(500).meta({ description: "A regular expression in RE2's syntax" });
const ruleOf = <T extends string, C extends z.ZodType>(type: T, config: C) =>
  z.strictObject({
    type: z.literal(type),
    name: z.string().trim().min(1).max(100).optional().meta({ description: "The type by default" }),
    treatment: z.enum(maskingTreatments).default("redact").meta({
      description:
        "`redact` writes the kind of the value, such as `[REDACTED:email]`, `mask` writes `***`, `hash` writes a hash, so that equal values stay equal",
    }),
    config,
  });

const MAX_KINDS = 50;

/** What a detector looks for; every kind by default. */
const kinds = <const T extends readonly [string, ...string[]]>(names: T) =>
  list(z.enum(names, `Must be one of ${names.join(", ")}.`), MAX_KINDS)
    .min(1)
    .optional()
    .meta({ description: "Every kind by default" });
export const maskingRule = z.discriminatedUnion("type", [
  ruleOf("secret-detection", z.strictObject({ types: kinds(secretTypes) }).prefault({})),
  ruleOf("pii-detection", z.strictObject({ entities: kinds(entities) }).prefault({})),
  ruleOf("keyword-blocklist", guardrailConfigs["keyword-blocklist"].pick({ words: true })),
  ruleOf("patterns", z.strictObject({ patterns: list(pattern, MAX_PATTERNS).min(1) })),
]);
export type MaskingRule = z.output<typeof maskingRule>;

const shown = z
  .object({
    rules: z.array(
      z.object({
        type: z.enum(maskingTypes),
        name: z.string(),
        treatment: z.enum(maskingTreatments),
        config: z.record(z.string(), z.unknown()),
        masked: z.int().meta({ description: "How many values the rule has masked since it was added" }),
      }),
    ),
  })
  .meta({ id: "Masking" });
export type Masking = z.infer<typeof shown>;

const path = "/tracer/projects/{project_id}/masking/";
const params = z.object({ project_id: id });

export const getMasking = define({
  name: "getMasking",
  method: "GET",
  path,
  tag,
  summary: "Get the masking rules of a project",
  description: "The rules in the order in which they run, with the number of values that each has masked.",
  params,
  response: shown,
});

export const setMasking = define({
  name: "setMasking",
  method: "PUT",
  path,
  tag,
  access: "admin",
  summary: "Set the masking rules of a project",
  description: `Replaces the project's rules, at most ${MAX_RULES}. They apply to spans that arrive from now on, also to those of gateway calls; stored spans stay as they are. A rule that keeps its name keeps its count. Repeating the request changes nothing.`,
  params,
  body: z.strictObject({
    rules: list(maskingRule, MAX_RULES).refine(
      (rules) => new Set(rules.map(({ name, type }) => name ?? type)).size === rules.length,
      "Two rules have the same name.",
    ),
  }),
  response: shown,
  example: { rules: [{ type: "pii-detection", config: { entities: ["email", "credit_card"] } }] },
});
