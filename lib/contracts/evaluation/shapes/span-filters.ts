// Filters for the spans that an evaluation takes.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { observationTypes, spanStatuses, timestamp } from "@/lib/contracts/shapes";

const attributeOperators = ["equals", "not_equals", "contains", "exists", "not_exists"] as const;

const VALUE = "Must be a text of at most 1000 characters, a number or a boolean.";
const attributeFilter = z
  .strictObject({
    key: z.string().min(1).max(255).meta({ description: "The attribute's full name, such as llm.model_name" }),
    operator: z.enum(attributeOperators),
    value: z.union([z.string().max(1000), z.number(), z.boolean()], VALUE).optional(),
  })
  .refine(({ operator, value }) => value !== undefined || operator.endsWith("exists"), {
    path: ["value"],
    error: "This field is required.",
  });
export type AttributeFilter = z.infer<typeof attributeFilter>;

/** Filters are joined by AND; a list matches any of its members. A span that has not ended never matches. */
export const spanFilters = z.strictObject({
  observation_types: list(z.enum(observationTypes), observationTypes.length).optional(),
  statuses: list(z.enum(spanStatuses), spanStatuses.length).optional(),
  name: z.string().max(255).optional().meta({ description: "Part of the span's name, ignoring case" }),
  attributes: list(attributeFilter, 10).optional(),
  since: timestamp.optional().meta({ description: "Spans that began then or later" }),
  until: timestamp.optional().meta({ description: "Spans that began before" }),
  entry_only: z
    .boolean()
    .optional()
    .meta({ description: "Only entry spans: those without a parent, or with a parent in another process" }),
});
export type SpanFilters = z.infer<typeof spanFilters>;
