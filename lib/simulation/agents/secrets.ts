// An agent's secrets: stored encrypted, decrypted for use, masked for display.
import type { SealedSecrets } from "@/db/schema";
import { seal, unseal, whenNotOpened } from "@/lib/auth/encryption";
import { openingSecrets } from "@/lib/auth/session-secret";
import type { AgentSecret } from "@/lib/contracts/simulation/names";
import { authSecret } from "@/lib/gateway-admin/configs/secrets";
import { isRecord } from "@/lib/records";
import { isMask, masked } from "./rules/masks";

export type Secrets = Partial<Record<AgentSecret, string>>;

/** Secrets in a request body; undefined means not sent. */
export interface GivenSecrets {
  api_key?: string | null | undefined;
  livekit_api_key?: string | null | undefined;
  livekit_api_secret?: string | null | undefined;
  websocket_headers?: Record<string, string> | null | undefined;
}

/** Decrypted for use. Secrets that were sealed under another AUTH_SECRET cannot be opened, and are left out. */
export async function openSecrets(sealed: SealedSecrets): Promise<Secrets> {
  const opened = Object.entries(sealed).map(async ([name, text]) => {
    const secret = await unseal(text, openingSecrets()).catch(whenNotOpened(() => null));
    return secret === null ? [] : [[name, secret]];
  });
  return Object.fromEntries((await Promise.all(opened)).flat());
}

const headersIn = (secrets: Secrets): Record<string, string> => {
  const headers: unknown = JSON.parse(secrets.websocket_headers ?? "{}");
  return isRecord(headers)
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};
};

/**
 * The secrets to store after a request: masked values keep the stored secret, empty ones remove it. `kept` names the
 * secrets that keep a stored value.
 */
export async function secretsAfter(before: SealedSecrets, input: GivenSecrets, made: Secrets = {}) {
  const opened = await openSecrets(before);
  const headers = input.websocket_headers;
  const requested: [AgentSecret, string | null | undefined][] = [
    ["api_key", input.api_key],
    ["livekit_api_key", input.livekit_api_key],
    ["livekit_api_secret", input.livekit_api_secret],
    ["websocket_headers", headers ? headersAfter(headersIn(opened), headers) : headers],
    ["webhook_secret", made.webhook_secret],
  ];
  const secrets: SealedSecrets = { ...before };
  const kept = new Set<AgentSecret>();
  for (const [name, secret] of requested) {
    const isKept = secret === undefined || (secret !== null && isMask(secret));
    if (isKept && secrets[name] !== undefined) kept.add(name);
    if (isKept || secret === opened[name]) continue;
    if (secret) secrets[name] = await seal(secret, authSecret());
    else delete secrets[name];
  }
  if (headers && Object.values(headers).some(isMask) && secrets.websocket_headers) kept.add("websocket_headers");
  return { secrets, kept };
}

function headersAfter(before: Record<string, string>, input: Record<string, string>): string | null {
  const after = Object.entries(input).flatMap(([name, value]) => {
    const own = isMask(value) ? before[name] : value;
    return own === undefined ? [] : [[name, own]];
  });
  return after.length > 0 ? JSON.stringify(Object.fromEntries(after)) : null;
}

export const maskedSecrets = (secrets: Secrets) => ({
  api_key: masked(secrets.api_key),
  webhook_secret: masked(secrets.webhook_secret),
  livekit_api_key: masked(secrets.livekit_api_key),
  livekit_api_secret: masked(secrets.livekit_api_secret),
  websocket_headers: Object.fromEntries(
    Object.entries(headersIn(secrets)).map(([name, value]) => [name, masked(value)]),
  ),
});
