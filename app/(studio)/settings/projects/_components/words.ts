import type { maskingTreatments } from "@/lib/contracts/names";
import type { MaskingType } from "./masking-draft";

export const typeWords: Record<MaskingType, string> = {
  "pii-detection": "Personal data",
  "secret-detection": "Keys and tokens",
  "keyword-blocklist": "Words of your own",
  patterns: "Patterns of your own",
};

export const treatmentWords: Record<(typeof maskingTreatments)[number], string> = {
  redact: "Its kind, e.g. [REDACTED:email]",
  mask: "***",
  hash: "A hash, equal for equal values",
};
