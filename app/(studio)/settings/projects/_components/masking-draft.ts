// A masking rule as its form edits it, and as a request carries it.
import type { ClientInput } from "@/lib/contracts/contract";
import type { maskingTreatments, maskingTypes } from "@/lib/contracts/names";
import type { Masking, setMasking } from "@/lib/contracts/traces/masking";

export type MaskingType = (typeof maskingTypes)[number];
export type ShownRule = Masking["rules"][number];
export type SentRule = ClientInput<typeof setMasking>["rules"][number];

export interface MaskingDraft {
  type: MaskingType;
  name: string;
  treatment: (typeof maskingTreatments)[number];
  /** What the rule looks for, one per line. */
  lines: string;
}

export const blankRule: MaskingDraft = { type: "pii-detection", name: "", treatment: "redact", lines: "" };

/** The member of a rule's settings that lists what it looks for. */
const members: Record<MaskingType, string> = {
  "secret-detection": "types",
  "pii-detection": "entities",
  "keyword-blocklist": "words",
  patterns: "patterns",
};

export const looksFor = ({ type, config }: Pick<ShownRule, "type" | "config">): string[] => {
  const list = config[members[type]];
  return Array.isArray(list) ? list.map(String) : [];
};

export const draftOf = (rule: ShownRule): MaskingDraft => ({
  type: rule.type,
  name: rule.name === rule.type ? "" : rule.name,
  treatment: rule.treatment,
  lines: looksFor(rule).join("\n"),
});

/** Detectors without a list look for every kind; words and patterns need some, which the server says. */
export function ruleOf({ type, name, treatment, lines }: MaskingDraft): SentRule {
  const list = lines
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const isEveryKind = list.length === 0 && (type === "secret-detection" || type === "pii-detection");
  const config = isEveryKind ? {} : { [members[type]]: list };
  // Safe as far as the form goes: the server checks the lines and names the one that is wrong.
  return { type, ...(name.trim() ? { name: name.trim() } : {}), treatment, config } as SentRule;
}

/** As it is shown, without its count. */
export const sentRule = ({ masked: _, ...rule }: ShownRule): SentRule => rule as SentRule; // safe: it was taken before
