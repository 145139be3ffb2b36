// Maps a provider's refusal to the gateway's failures. The provider's address and key must never appear.

import { failures } from "@/lib/contracts/gateway/failures";
import { isRecord, recordsIn, textIn } from "@/lib/records";
import { GatewayFailure, OVERLOADED } from "../errors";
import { parseJson } from "../parse-json";
import { OF_REQUEST } from "./finish-reasons";
import type { ProviderReply } from "./provider";
import { retryAfterIn, retryDelayIn } from "./retry-after";

const MAX_TEXT = 500;
const CLIENT_FAULTS = new Set([400, 413, 422]);

export interface Refused {
  status: number;
  headers: ProviderReply["headers"];
  text: string;
  /** Secrets that must not be shown: keys and addresses. */
  secrets: string[];
}

export function providerFailure(refused: Refused): GatewayFailure {
  const { code, message, detail } = describedFailure(refused);
  return new GatewayFailure(code, message, {
    ...detail,
    providerStatus: refused.status,
    ...(refused.status === 529 ? { isOverloaded: true } : {}),
  });
}

function describedFailure({ status, headers, text, secrets }: Refused): GatewayFailure {
  const { message, param, code, details } = readError(text);
  const safeMessage = redact(message, secrets).slice(0, MAX_TEXT);
  const described = `provider error (HTTP ${status}): ${safeMessage}`;
  const retry = retryAfter(headers, details);
  if (status < 400) {
    const redirected = `provider error (HTTP ${status}): the provider redirects; set its base_url to the final address`;
    return new GatewayFailure("provider_error", redirected, { shouldRetry: false });
  }
  if (status === 404) return new GatewayFailure("provider_404", described, { shouldRetry: false });
  // The provider has not been paid.
  if (status === 402) return new GatewayFailure("provider_error", described, { shouldRetry: false });
  if (status === 401 || status === 403) {
    const refused = `provider error (HTTP ${status}): the provider refused the gateway's credentials`;
    return new GatewayFailure("provider_error", refused, { shouldRetry: false });
  }
  if (CLIENT_FAULTS.has(status)) {
    return new GatewayFailure("invalid_request_error", safeMessage, {
      status,
      ...(param ? { param } : {}),
      ...passedCode(redact(code ?? "", secrets)),
    });
  }
  if (status === 429) {
    const isSpent = code === "insufficient_quota";
    const spent = { shouldRetry: false, ...passedCode(code ?? "") };
    return new GatewayFailure("rate_limit_exceeded", described, isSpent ? spent : retry);
  }
  if (status === 501) return new GatewayFailure("not_supported", described, { shouldRetry: false });
  return new GatewayFailure("provider_error", described, retry);
}

/** The failure for an error inside a stream or a successful answer. Routing treats it like a 500, or as one of the request. */
export const embeddedFailure = (error: unknown, secrets: string[]): GatewayFailure => {
  const { message, code, type } = readError(JSON.stringify({ error }));
  const safeMessage = `provider error: ${redact(message, secrets).slice(0, MAX_TEXT)}`;
  return new GatewayFailure("provider_error", safeMessage, {
    providerStatus: 500,
    isOverloaded: type === OVERLOADED,
    isOfRequest: code === OF_REQUEST,
  });
};

interface ProviderError {
  message: string;
  param?: string | undefined;
  code?: string | undefined;
  type?: string | undefined;
  details?: unknown;
}

/** The error of OpenAI's envelope, of a flat one, of either alone in a list as Google's, or the text itself. */
function readError(text: string): ProviderError {
  const parsed = parseJson(text);
  const body = Array.isArray(parsed) ? parsed[0] : parsed;
  const error = isRecord(body) ? (body.error ?? body) : body;
  if (isRecord(error)) {
    const { message, param, code, type, details, detail } = error;
    const words = textOf(message) ?? detailIn(detail) ?? text;
    return { message: words, param: textOf(param), code: textOf(code), type: textOf(type), details };
  }
  return { message: textOf(error) ?? (text.trim() || "no text") };
}

/** FastAPI's, of vLLM and of most servers that people write themselves. */
const detailIn = (detail: unknown): string | undefined =>
  textOf(detail) ??
  textOf(
    recordsIn(detail)
      .map(({ loc, msg }) => [Array.isArray(loc) ? loc.join(".") : "", textIn(msg)].filter(Boolean).join(": "))
      .join("; "),
  );

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** A code that the gateway has too would seem to be the gateway's own refusal. */
const passedCode = (code: string): { providerCode?: string } =>
  /^[a-z][a-z0-9_]{0,63}$/.test(code) && !Object.hasOwn(failures, code) ? { providerCode: code } : {};

function redact(text: string, secrets: string[]): string {
  return secrets.filter((secret) => secret !== "").reduce((shown, secret) => shown.replaceAll(secret, "***"), text);
}

function retryAfter(headers: Refused["headers"], details: unknown): { retryAfterSeconds?: number } {
  const seconds = retryAfterIn(headers) ?? retryDelayIn(details);
  return seconds === null ? {} : { retryAfterSeconds: seconds };
}
