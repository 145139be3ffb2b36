// Conditions on what an application has sent with a span.
import type { AttributeFilter } from "@/lib/contracts/evaluation/shapes/span-filters";

type Attributes = Record<string, unknown>;

/** Whether a span's attributes match all filters. Values are compared as text. */
export const matches = (attributes: Attributes, filters: readonly AttributeFilter[]): boolean =>
  filters.every((filter) => matchesOne(textOf(attributes[filter.key]), filter));

function matchesOne(found: string | null, { operator, value }: AttributeFilter): boolean {
  if (operator === "exists") return found !== null;
  if (operator === "not_exists") return found === null;
  const text = String(value);
  if (operator === "contains") return found?.toLowerCase().includes(text.toLowerCase()) ?? false;
  return operator === "equals" ? found === text : found !== text;
}

/** Null if the span does not have the attribute. */
function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
