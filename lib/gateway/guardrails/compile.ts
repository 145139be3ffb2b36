// Rules as they are configured, made ready to run: once for each configuration, however many requests it decides of.
import type {
  GuardrailAction,
  GuardrailRule,
  GuardrailStage,
  Guardrails,
  GuardrailType,
} from "@/lib/contracts/gateway/guardrails";
import { parseDuration } from "../providers/deadline";
import { inputValidation, languageDetection } from "./detectors/input-rules";
import { jsonSchema } from "./detectors/json-schema";
import { dataLeakage, systemPromptProtection } from "./detectors/leakage";
import { personalData } from "./detectors/personal-data";
import { promptInjection } from "./detectors/prompt-injection";
import { secretDetection } from "./detectors/secrets";
import { contentModeration, keywordBlocklist, topicRestriction } from "./detectors/words";
import type { Detector } from "./finding";
import { type Alter, alterBy } from "./redact";

/** Checked by another service, with a request of its own. */
export type Remote = Extract<GuardrailRule, { type: "webhook" | "judge" }>;

export interface Rule {
  name: string;
  type: GuardrailType;
  stage: GuardrailStage;
  isAsync: boolean;
  action: GuardrailAction;
  threshold: number;
  timeoutMs: number;
  failOpen: boolean;
  check: Detector | Remote;
  /** How its findings are altered, if it neither refuses nor only reports. */
  alter: Alter | null;
}

const afterwards: ReadonlySet<GuardrailType> = new Set([
  "json-schema",
  "system-prompt-protection",
  "data-leakage-prevention",
]);

/** Of prompt injection, so that one unmistakable phrase is enough at medium sensitivity. */
const thresholds: Partial<Record<GuardrailType, number>> = { "prompt-injection": 0.4, "language-detection": 0.2 };

const detectorOf = (rule: Exclude<GuardrailRule, Remote>): Detector => {
  switch (rule.type) {
    case "pii-detection":
      return personalData(rule.config);
    case "secret-detection":
      return secretDetection(rule.config);
    case "prompt-injection":
      return promptInjection(rule.config);
    case "keyword-blocklist":
      return keywordBlocklist(rule.config);
    case "input-validation":
      return inputValidation(rule.config);
    case "topic-restriction":
      return topicRestriction(rule.config);
    case "language-detection":
      return languageDetection(rule.config);
    case "system-prompt-protection":
      return systemPromptProtection(rule.config);
    case "data-leakage-prevention":
      return dataLeakage(rule.config);
    case "content-moderation":
      return contentModeration(rule.config);
    case "json-schema":
      return jsonSchema(rule.config);
  }
};

const isRemote = (rule: GuardrailRule): rule is Remote => rule.type === "webhook" || rule.type === "judge";

type Shared = Pick<Guardrails, "fail_open" | "default_timeout">;

/** Throws a RuleFlaw that names the unsupported part of a rule: a pattern, a script, a schema. */
export function compileRule(rule: GuardrailRule, shared: Shared): Rule {
  const remediation = "remediation" in rule.config ? rule.config.remediation : "block";
  return {
    name: rule.name ?? rule.type,
    type: rule.type,
    stage: rule.stage ?? (afterwards.has(rule.type) ? "post" : "pre"),
    isAsync: rule.mode === "async",
    action: rule.action,
    threshold: rule.threshold ?? thresholds[rule.type] ?? 0,
    timeoutMs: msOf(rule.timeout ?? shared.default_timeout),
    failOpen: rule.fail_open ?? shared.fail_open,
    check: isRemote(rule) ? rule : detectorOf(rule),
    alter: remediation === "block" ? null : alterBy(remediation),
  };
}

const msOf = (timeout: string | number): number =>
  typeof timeout === "number" ? timeout * 1000 : (parseDuration(timeout) ?? 0);

/** Of one configuration, or of the gateway's and an organization's in this order. */
export interface Rules {
  pre: readonly Rule[];
  post: readonly Rule[];
}

const compiled = new WeakMap<Guardrails, Rules>();

export function compile(guardrails: Guardrails): Rules {
  const known = compiled.get(guardrails);
  if (known) return known;
  const rules = guardrails.rules.map((rule) => compileRule(rule, guardrails));
  const made = {
    pre: rules.filter(({ stage }) => stage === "pre"),
    post: rules.filter(({ stage }) => stage === "post"),
  };
  compiled.set(guardrails, made);
  return made;
}
