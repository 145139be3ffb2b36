// The form in which an accepted configuration is stored.
import { expect, test } from "vitest";
import { organizationLevel, projectedOrganization } from "../settings/levels";
import { checked } from "./check";

const stored = (config?: object) => {
  const rule = { type: "pii-detection", action: "log", ...(config ? { config } : {}) };
  const { guardrails } = checked({ guardrails: { rules: [rule] } });
  return (guardrails as { rules: { config: unknown }[] }).rules[0]?.config;
};

// It would read as if a rule that only logs blocked.
test.each([
  ["without settings", undefined, {}],
  ["without a treatment", { entities: ["email"] }, { entities: ["email"] }],
  ["with the treatment `block`", { remediation: "block" }, { remediation: "block" }],
  ["with another treatment", { remediation: "mask" }, { remediation: "mask" }],
])("a rule %s is stored with the treatment that somebody chose", (_, entered, expected) => {
  expect(stored(entered)).toEqual({ max_entities: 1, ...expected });
});

test("a rule without a treatment is read as one that leaves the text as it is", () => {
  const entered = { guardrails: { rules: [{ type: "pii-detection" }] } };
  const { guardrails } = projectedOrganization(checked(entered));
  expect(guardrails?.rules[0]?.config).toMatchObject({ remediation: "block" });
});

test.each([[{}], [{ guardrails: {} }], [{ guardrails: { rules: [] } }]])("%j has no rules to look at", (config) => {
  expect(checked(config)).toEqual(organizationLevel.pick(organizationLevel.shape.parse(config)));
});
