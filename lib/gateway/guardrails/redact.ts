// Makes findings unreadable.
import type { Remediation } from "@/lib/contracts/gateway/guardrail-configs";
import { sha256 } from "../sha256";
import type { Finding } from "./finding";

/** The replacement for a finding's text. */
export type Alter = (text: string, kind: string) => string | Promise<string>;

/** `digits` of a hash: two of n values have the same with a probability of about n²/2 in 16 to their power. */
export function alterBy(remediation: Exclude<Remediation, "block">, digits = 8): Alter {
  switch (remediation) {
    case "mask":
      return () => "***";
    case "redact":
      return (_text, kind) => `[REDACTED:${kind}]`;
    case "hash":
      return async (text) => `[SHA:${(await sha256(text)).slice(0, digits)}]`;
  }
}

/** The text with each finding replaced. One that goes on in the next texts is replaced as a whole, where it begins. */
export async function altered(text: string, findings: readonly Finding[], alter: Alter): Promise<string> {
  let result = "";
  let at = 0;
  for (const { start, end, kind, isRest, rest = "" } of findings) {
    result += text.slice(at, start) + (isRest ? "" : await alter(text.slice(start, end) + rest, kind));
    at = end;
  }
  return result + text.slice(at);
}
