// One request to a voice provider: limited in time and size. Errors never contain the key.

import { parseStorable } from "@/lib/bounds/storable";
import type { FaultKind } from "@/lib/contracts/simulation/call-names";
import { networkReason } from "@/lib/exchange/network-reason";
import { bounded, joined } from "@/lib/exchange/read-body";
import { GatewayFailure } from "@/lib/gateway/errors";
import type { ProviderReply } from "@/lib/gateway/providers/provider";
import { retryAfterIn } from "@/lib/gateway/providers/retry-after";
import { unanswered } from "../conversation/answer";
import type { Account, Refused, Result, TelephonyContext } from "./adapter";

/** The most bytes of an answer. An hour's transcript has about a tenth of it. */
const MAX_ANSWER = 8 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

interface TelephonyRequest {
  method: "GET" | "POST";
  /** A path below the account's base address, or with `isGuarded` an address from the provider. */
  url: string;
  body?: object;
  isGuarded?: boolean;
}

/** The answer's JSON; null if it is empty. */
export async function askProvider(
  { key }: Pick<Account, "key">,
  { method, url, body, isGuarded = false }: TelephonyRequest,
  { send }: TelephonyContext,
  timeoutMs = TIMEOUT_MS,
): Promise<Result<unknown>> {
  const withoutKey = (text: string) => text.replaceAll(key, "…");
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const reply = await send({
      url: new URL(url),
      method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${key}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      body: body ? JSON.stringify(body) : "",
      signal,
      isGuarded,
    });
    const text = await textOf(reply.body, signal);
    if (reply.status < 200 || reply.status >= 300) return refusalOf(reply.status, reply.headers, withoutKey(text));
    if (text.trim() === "") return { ok: true, value: null };
    return jsonOf(text) ?? inDoubt("unavailable", "The voice provider's answer is not valid JSON.", withoutKey(text));
  } catch (error) {
    if (error instanceof TooLarge)
      return inDoubt("unavailable", `The voice provider's answer is larger than ${MAX_ANSWER} bytes.`, "", false);
    if (signal.aborted) return inDoubt("timeout", `The voice provider did not answer within ${timeoutMs / 1000} s.`);
    if (error instanceof GatewayFailure) return refused("not_configured", error.message);
    return inDoubt("unavailable", `The voice provider could not be reached. ${networkReason(error)}`);
  }
}

const refused = (kind: FaultKind, message: string, text = "", retry: object = {}): Refused => ({
  ...unanswered("provider", kind, message, text, retry),
  isInDoubt: false,
  status: null,
});

const inDoubt = (kind: FaultKind, message: string, text = "", mayRetry = true): Refused => ({
  ...unanswered("provider", kind, message, text, { mayRetry }),
  isInDoubt: true,
  status: null,
});

/** An answer in a form that the provider does not document. */
export const unreadable = (body: unknown): Refused =>
  inDoubt("unavailable", "The voice provider's answer does not match its documentation.", JSON.stringify(body) ?? "");

const refusalOf = (status: number, headers: ProviderReply["headers"], text: string): Refused => ({
  ...refusalBy(status, headers, text),
  status,
});

function refusalBy(status: number, headers: ProviderReply["headers"], text: string): Refused {
  const retryAfterSeconds = retryAfterIn(headers);
  const shown = `${status} ${text}`;
  if (status === 429)
    return refused("rate_limited", "The voice provider is rate limiting requests.", shown, {
      mayRetry: true,
      retryAfterSeconds,
    });
  if (status === 402) return refused("budget", "The account at the voice provider has no credit left.", shown);
  if (status >= 500 || status === 408)
    return { ...inDoubt("unavailable", `The voice provider failed with status ${status}.`, shown), retryAfterSeconds };
  const isKey = status === 401 || status === 403;
  const message = isKey
    ? "The voice provider rejected the API key."
    : `The voice provider refused the request with status ${status}.`;
  return refused("not_configured", message, shown);
}

class TooLarge extends Error {}

/** The signal also aborts an answer that begins but never ends. */
async function textOf(body: ProviderReply["body"], signal: AbortSignal): Promise<string> {
  if (typeof body === "string") return body;
  const read = joined(bounded(body, { most: MAX_ANSWER, tooLarge: () => new TooLarge() }));
  const late = new Promise<never>((_, fail) =>
    signal.addEventListener("abort", () => fail(signal.reason), { once: true }),
  );
  return new TextDecoder().decode(await Promise.race([read, late]));
}

function jsonOf(text: string): { ok: true; value: unknown } | null {
  try {
    return { ok: true, value: parseStorable(text) };
  } catch {
    return null;
  }
}
