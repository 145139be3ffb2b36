// Makes findings unreadable.
import type { Remediation } from "@/lib/contracts/gateway/guardrail-configs";
import { sha256 } from "../sha256";
import type { Finding } from "./finding";

/** The replacement for a finding's text. */
export type Alter = (text: string, kind: string) => string | Promise<string>;

const alterations: Record<Exclude<Remediation, "block">, Alter> = {
  mask: () => "***",
  redact: (_text, kind) => `[REDACTED:${kind}]`,
  hash: async (text) => `[SHA:${(await sha256(text)).slice(0, 8)}]`,
};

export const alterBy = (remediation: Exclude<Remediation, "block">): Alter => alterations[remediation];

/** The text with each finding replaced. */
export async function altered(text: string, findings: readonly Finding[], alter: Alter): Promise<string> {
  let result = "";
  let at = 0;
  for (const { start, end, kind } of findings) {
    result += text.slice(at, start) + (await alter(text.slice(start, end), kind));
    at = end;
  }
  return result + text.slice(at);
}
