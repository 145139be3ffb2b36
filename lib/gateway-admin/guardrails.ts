// The test bench of guardrails: one rule on one text, as a request would meet it.
import type { Verb } from "@/lib/context";
import type * as contract from "@/lib/contracts/gateway/guardrails";
import { invalidField } from "@/lib/errors";
import { compileRule } from "@/lib/gateway/guardrails/compile";
import { effectOf } from "@/lib/gateway/guardrails/guard";
import { bareSettings } from "@/lib/gateway/guardrails/judge-target";
import { altered } from "@/lib/gateway/guardrails/redact";
import { flawIn } from "@/lib/gateway/guardrails/rule-flaw";
import { runRule } from "@/lib/gateway/guardrails/run-rule";
import { asksTheSame, judgeOf } from "@/lib/gateway/guardrails/world";
import { liveParts } from "@/lib/gateway/live";
import { activeSettings } from "./configs/configs";

const TIMEOUT = "5s";

export const testGuardrail: Verb<typeof contract.testGuardrail> = async ({ db, scope }, input) => {
  const rule = compiled(input.rule);
  const parts = liveParts();
  const passage = { text: input.text, role: input.role, location: "text", isContent: true };
  const settingsOf = async () =>
    scope.organizationId === null
      ? { settings: (await parts.directory.find(null)).settings, organization: null }
      : { settings: bareSettings, organization: await activeSettings(db, scope.organizationId) };
  const outcome = await runRule(rule, [passage], {
    context: { systemPrompt: input.system_prompt ?? "" },
    ask: judgeOf(parts, settingsOf, async (rule) => {
      const { settings } = await settingsOf();
      return (settings.guardrails?.rules ?? []).some((other) => asksTheSame(rule, other));
    }),
    now: () => Date.now(),
    signal: new AbortController().signal,
  });
  const {
    fires,
    score,
    reason,
    failed,
    findings: [found = []],
  } = outcome;
  const effect = effectOf(outcome, null);
  return {
    fired: fires,
    score,
    outcome: fires ? effect : "pass",
    reason,
    failed,
    findings: found.map((finding) => ({ ...finding, place: passage.location })),
    text: fires && effect === "alter" && rule.alter ? await altered(input.text, found, rule.alter) : input.text,
  };
};

function compiled(rule: Parameters<typeof compileRule>[0]) {
  try {
    return compileRule(rule, { fail_open: false, default_timeout: TIMEOUT });
  } catch (error) {
    throw invalidField("rule.config", flawIn(error));
  }
}
