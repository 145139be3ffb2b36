import { guardrails as shape } from "@/lib/contracts/gateway/guardrails";
import { compileRule } from "@/lib/gateway/guardrails/compile";
import { flawIn } from "@/lib/gateway/guardrails/rule-flaw";
import { isRecord, recordIn, recordsIn } from "@/lib/records";
import { type Config, section } from "./section";

export const guardrails = section({
  shape: shape.superRefine((value, context) => {
    for (const [index, rule] of value.rules.entries()) {
      try {
        compileRule(rule, value);
      } catch (error) {
        context.addIssue({ code: "custom", path: ["rules", index, "config"], message: flawIn(error) });
      }
    }
  }),
  project: (value) => ({ guardrails: value?.enabled && value.rules.length > 0 ? value : null }),
  async mapSecrets(value, change) {
    const rules = value.rules.map(async (rule, index) => {
      if (rule.type !== "webhook") return rule;
      const headers = Object.entries(rule.config.headers).map(async ([name, text]) => [
        name,
        await change(text, ["rules", String(index), "config", "headers", name], rule.config.url),
      ]);
      return { ...rule, config: { ...rule.config, headers: Object.fromEntries(await Promise.all(headers)) } };
    });
    return { ...value, rules: await Promise.all(rules) };
  },
});

/** `block` reads as if a rule that only logs blocked: what treats findings is stored only if the input says it. */
export function withoutUnchosenTreatments(config: Config, input: Config): Config {
  const { guardrails } = config;
  if (!isRecord(guardrails)) return config;
  const entered = recordsIn(recordIn(input.guardrails).rules);
  const rules = recordsIn(guardrails.rules).map((rule, index) => {
    const { remediation, ...settings } = recordIn(rule.config);
    const isUnchosen = remediation === "block" && recordIn(entered[index]?.config).remediation === undefined;
    return isUnchosen ? { ...rule, config: settings } : rule;
  });
  return { ...config, guardrails: { ...guardrails, rules } };
}
