// The telephony account from which simulated customers call: the operator's account with a voice provider.
import type { Database } from "@/db/client";
import { env } from "@/lib/env";
import { readServed } from "@/lib/gateway-admin/served";
import { noLine, UNSERVED } from "./rules/callable";

export interface TelephonyAccount {
  provider: "vapi" | "retell";
  key: string;
  /** The number that calls: for Vapi its id, for Retell the number itself. */
  number: string;
  /** For Retell, the agent that plays the customers; empty for Vapi, which gets them with each call. */
  agent: string;
  /** Without a trailing slash. */
  base: string;
}

/** The provider's address, unless the operator has set another for the telephony account. */
export function baseUrlOf(provider: TelephonyAccount["provider"]): string {
  const { ASSAY_VOICE_PROVIDER: own, ASSAY_VOICE_BASE_URL: base } = env();
  return (own === provider ? (base ?? BASES[provider]) : BASES[provider]).replace(/\/+$/, "");
}

const BASES = { vapi: "https://api.vapi.ai", retell: "https://api.retellai.com" };

/** The operator's telephony account, or the names of its missing settings. */
function configuredTelephony(): TelephonyAccount | { missing: string[] } {
  const { ASSAY_VOICE_PROVIDER: provider, ...own } = env();
  const requested = {
    ASSAY_VOICE_API_KEY: own.ASSAY_VOICE_API_KEY,
    ASSAY_VOICE_NUMBER: own.ASSAY_VOICE_NUMBER,
    ...(provider === "retell" ? { ASSAY_VOICE_AGENT: own.ASSAY_VOICE_AGENT } : {}),
  };
  const missing = Object.entries(requested).flatMap(([name, value]) => (value ? [] : [name]));
  if (!provider || !own.ASSAY_VOICE_API_KEY || !own.ASSAY_VOICE_NUMBER || missing.length > 0)
    return { missing: [...(provider ? [] : ["ASSAY_VOICE_PROVIDER"]), ...missing] };
  return {
    provider,
    key: own.ASSAY_VOICE_API_KEY,
    number: own.ASSAY_VOICE_NUMBER,
    agent: own.ASSAY_VOICE_AGENT ?? "",
    base: baseUrlOf(provider),
  };
}

/**
 * The telephony account for an organization's calls, or why there is none. The operator pays for the calls, so it
 * serves the same organizations as the gateway's own providers.
 */
export async function lineFor(db: Database, organizationId: string): Promise<TelephonyAccount | { flaw: string }> {
  const line = configuredTelephony();
  if ("missing" in line) return { flaw: noLine(line.missing) };
  const isServed = await readServed(db);
  return isServed(organizationId) ? line : { flaw: UNSERVED };
}

/** The operator's telephony account for any organization, so that an ongoing call can always be hung up. */
export const telephonyOrNull = (): TelephonyAccount | null => {
  const line = configuredTelephony();
  return "missing" in line ? null : line;
};
