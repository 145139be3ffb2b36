import { valueText } from "@/app/_components/label-field/form-label";
import { valueKeys } from "@/lib/annotation/labels/rules/label-value";
import type { LabelType } from "@/lib/contracts/shapes";

/** A value as the measures name it, in words: `["Wrong fact"]` is the option "Wrong fact". */
export function valueWords(type: LabelType, value: string): string {
  if (type !== "categorical") return valueText({ type }, { [valueKeys[type]]: value });
  const options = optionsIn(value);
  return options.length > 0 ? options.join(", ") : "No option";
}

function optionsIn(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.map(String) : [text];
  } catch {
    return [text];
  }
}
