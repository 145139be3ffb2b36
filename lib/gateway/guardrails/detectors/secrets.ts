// Secrets: keys and tokens by the forms that their issuers document, and assigned values that look random.
import type { GuardrailConfig, SecretType } from "@/lib/contracts/gateway/guardrails";
import { entropyOf } from "../check-digits";
import { type Detector, scoreByCount } from "../finding";
import { finders, type Pattern, reachOf } from "../patterns";

const looksRandom = (text: string): boolean => entropyOf(text) >= 3 && /\d/.test(text) && /[A-Za-z]/.test(text);

/** A user and a password before a host. */
export const urlCredentials: Pattern = {
  expression: /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<found>[^\s:@/?#"'<>]{1,100}:[^\s:@/?#"'<>]{1,100})@/gi,
  longest: 230,
  holds: (text) => !/^[^:]*:(?:\*+|x+|<.*>|\$\{.*\}?)$/i.test(text),
};
export const awsKey: Pattern = { expression: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g, longest: 22 };

const patterns: Record<SecretType, Pattern> = {
  aws_key: awsKey,
  aws_secret: {
    expression:
      /\baws_?(?:secret)?_?(?:access)?_?key["']?\s{0,5}[:=]\s{0,5}["']?(?<found>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    longest: 80,
  },
  google_key: { expression: /\bAIza[\w-]{35}(?![\w-])/g, longest: 41 },
  azure_key: {
    expression: /\bAccountKey=(?<found>[A-Za-z0-9+/]{86}==)/g,
    longest: 100,
  },
  github_token: { expression: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{82})\b/g, longest: 262 },
  gitlab_token: { expression: /\bglpat-[\w-]{20,64}/g, longest: 72 },
  slack_token: { expression: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g, longest: 257, certain: 17 },
  slack_webhook: {
    expression: /\bhooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/]{20,100}/g,
    longest: 130,
    certain: 55,
  },
  stripe_key: { expression: /\b(?:sk|rk|whsec)_(?:live_|test_)?[A-Za-z0-9]{24,100}\b/g, longest: 114 },
  openai_key: {
    expression: /\bsk-(?:proj-|svcacct-|admin-)?[\w-]{32,200}/g,
    longest: 215,
    certain: 44,
    holds: looksRandom,
  },
  anthropic_key: { expression: /\bsk-ant-[\w-]{32,200}/g, longest: 210, certain: 41 },
  npm_token: { expression: /\bnpm_[A-Za-z0-9]{36}\b/g, longest: 42 },
  sendgrid_key: { expression: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g, longest: 71 },
  telegram_token: { expression: /\b\d{8,10}:AA[\w-]{33}(?![\w-])/g, longest: 48 },
  jwt: {
    expression: /(?<![\w-])eyJ[\w-]{10,300}\.eyJ[\w-]{10,3000}(?:\.[\w-]{0,1000})?/g,
    longest: 4320,
    certain: 320,
  },
  private_key: {
    expression: /-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\:,-]{0,5000}-----)?/g,
    longest: 5100,
    certain: 100,
  },
  url_credentials: urlCredentials,
  assigned_secret: {
    expression:
      /\b(?:api_?key|api-key|secret|token|passw(?:or)?d|pwd|auth)["']?\s{0,5}[:=]\s{0,5}["']?(?<found>[\w+/=.-]{16,100})(?![\w+/=.-])/gi,
    longest: 140,
    holds: looksRandom,
  },
};

export function secretDetection({ types, max_secrets, remediation }: GuardrailConfig<"secret-detection">): Detector {
  const chosen = Object.entries(patterns).filter(([type]) => !types || types.some((name) => name === type));
  return {
    // Every type is as long, or has one of these.
    worth: /[\w+/=.-]{16}|:\/\/|-----BEGIN/,
    finders: finders(chosen),
    conclude: scoreByCount(max_secrets, "Secrets"),
    reach: reachOf(
      chosen.map(([, pattern]) => pattern),
      remediation !== "block",
    ),
  };
}
