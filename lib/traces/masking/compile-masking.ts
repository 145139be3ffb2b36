// Masking rules, made ready to run: the guardrails' detectors under the guardrails' bounds.
import type { MaskingRule } from "@/lib/contracts/traces/masking";
import { compileRule, type Rule } from "@/lib/gateway/guardrails/compile";
import { maskedPatterns } from "@/lib/gateway/guardrails/detectors/masked-patterns";
import { alterBy } from "@/lib/gateway/guardrails/redact";

/** For one span. */
const TIMEOUT = "5s";
const shared = { fail_open: false, default_timeout: TIMEOUT };
// Texts of a span do not continue one another, as a request's may: only those of a request are also read joined.
const common = { action: "log", stage: "post", mode: "sync" } as const;

/** Of a hash: by it, sessions and users differ. */
const HASH_DIGITS = 16;

/** Throws a RuleFlaw that names the unsupported part of a rule. */
export const compileMasking = (rule: MaskingRule): Rule => ({
  ...detecting(rule),
  alter: alterBy(rule.treatment, HASH_DIGITS),
});

function detecting({ type, name, treatment, config }: MaskingRule): Rule {
  const detection = { max_entities: 1, max_secrets: 1, remediation: treatment };
  const rule = { ...common, ...(name === undefined ? {} : { name }) };
  switch (type) {
    case "pii-detection":
      return compileRule({ ...rule, type, config: { ...detection, ...config } }, shared);
    case "secret-detection":
      return compileRule({ ...rule, type, config: { ...detection, ...config } }, shared);
    case "keyword-blocklist":
      return compileRule({ ...rule, type, config: { ...detection, ...config } }, shared);
    case "patterns": {
      const base = compileRule(
        { ...rule, type: "keyword-blocklist", config: { words: ["-"], remediation: treatment } },
        shared,
      );
      return { ...base, name: name ?? type, check: maskedPatterns(config.patterns) };
    }
  }
}
