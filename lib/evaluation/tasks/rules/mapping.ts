// Where a span has the inputs of an evaluation.
import { valueAt } from "@/lib/annotation/sources/rules/value-at";
import { isEmptyInput } from "../../templates/rules/inputs";

/** The roots of paths: a span and its trace, in the API's form. */
export interface SpanSubject {
  span: Readonly<Record<string, unknown>> & { attributes: Readonly<Record<string, unknown>> };
  trace: Readonly<Record<string, unknown>>;
}

export interface MappedInputs {
  inputs: Record<string, unknown>;
  /** Mapped inputs that the span lacks, and the paths that were searched. */
  missing: { input: string; path: string }[];
}

/**
 * The inputs by name. A text is a path: it begins with `span` or `trace`, or names a member of the span or an
 * attribute. Anything else is used as a value. An input that is not found is left out. An empty value counts as found
 * if the template takes empty values.
 */
export function mapSpan(
  mapping: Readonly<Record<string, unknown>>,
  subject: SpanSubject,
  emptyIsValue: boolean,
): MappedInputs {
  const inputs: Record<string, unknown> = {};
  const missing: MappedInputs["missing"] = [];
  for (const [input, from] of Object.entries(mapping)) {
    if (typeof from !== "string") {
      inputs[input] = from;
      continue;
    }
    const found = at(subject, from.trim());
    if (emptyIsValue ? found === undefined || found === null : isEmptyInput(found)) missing.push({ input, path: from });
    else inputs[input] = found;
  }
  return { inputs, missing };
}

const at = (subject: SpanSubject, path: string): unknown =>
  valueAt(subject, path) ?? valueAt(subject.span, path) ?? valueAt(subject.span.attributes, path);

/** Why a span is not scored; null if it can be. Optional inputs may be missing. */
export function unscorable(
  { missing }: MappedInputs,
  requiredKeys: readonly string[],
  optionalKeys: readonly string[],
): string | null {
  const optional = new Set(optionalKeys);
  const needed = missing.filter(({ input }) => requiredKeys.includes(input) && !optional.has(input));
  const [first] = needed;
  return first ? `The span has nothing at ${first.path}, where ${first.input} is looked for.` : null;
}
