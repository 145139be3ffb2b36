// Rules on texts, for tests.
import { guardrailRule } from "@/lib/contracts/gateway/guardrails";
import { compileRule } from "./compile";
import type { Passage, Role } from "./finding";
import { runRule, type Surroundings } from "./run-rule";

export const surroundings = (more: Partial<Surroundings> = {}): Surroundings => ({
  context: { systemPrompt: "" },
  ask: () => Promise.reject(new Error("nobody is asked in this test")),
  now: () => 0,
  signal: new AbortController().signal,
  ...more,
});

export const ruleOf = (rule: object) =>
  compileRule(guardrailRule.parse({ action: "block", ...rule }), { fail_open: false, default_timeout: "5s" });

export const passage = (text: string, role: Role = "user"): Passage => ({ text, role, location: "", isContent: true });

/** A rule's verdict on texts. */
export const outcomeOf = (rule: object, texts: readonly Passage[], more?: Partial<Surroundings>) =>
  runRule(ruleOf(rule), texts, surroundings(more));

/** The kinds and matches of a rule's findings in a text. */
export async function found(rule: object, text: string, role?: Role): Promise<string[]> {
  const { findings } = await outcomeOf(rule, [passage(text, role)]);
  return (findings[0] ?? []).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
}
