// Checks of a text before or after a model, for the published client Protect.
import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../../define";
import { BLANK, givenObject } from "../../shapes";
import { evaluationTag as tag } from "../playground";
import { evaluation } from "./evaluations";

export const MAX_PROTECTED_TEXTS = 10;
export const MAX_PROTECTION_RULES = 10;

/** The clients' numbers of the templates. */
export const protectionTemplates = {
  "4": "content_moderation",
  "15": "toxicity",
  "16": "tone",
  "17": "sexist",
  "18": "prompt_injection",
  "22": "data_privacy_compliance",
  "69": "bias_detection",
  "76": "protect_flash",
} as const;

export const protectText = define({
  name: "protectText",
  method: "POST",
  path: "/sdk/api/v1/eval/",
  tag,
  summary: "Check texts with templates, by the clients' numbers",
  description: `Runs a template on each text, by its number: ${Object.entries(protectionTemplates)
    .map(([number, name]) => `${number} ${name}`)
    .join(
      ", ",
    )}. The organization's judge decides, so a request without a judge is a 400. For guardrails on every call, configure the gateway's own.`,
  errors: ["required"],
  // Unknown members are ignored, because clients send more than we read.
  body: z.object({
    inputs: list(z.object({ input: z.string().min(1, BLANK).max(100_000) }), MAX_PROTECTED_TEXTS).min(
      1,
      "Needs at least one text.",
    ),
    config: dictionary(z.string().max(20), givenObject, MAX_PROTECTION_RULES).meta({
      description: "By the number of a template; what it holds is not read",
    }),
  }),
  response: z.array(
    z.object({
      evaluations: z.array(
        evaluation.extend({
          data: z.array(z.string()).meta({ description: "The labels of the output" }),
          failure: z.boolean().nullable().meta({ description: "Whether the text failed; null for a label" }),
        }),
      ),
    }),
  ),
  example: { inputs: [{ input: "Where is my parcel?" }], config: { "15": { call_type: "protect" } } },
});
