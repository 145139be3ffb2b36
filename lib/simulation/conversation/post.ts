// One request to an agent, and the meaning of its status.
import { excerpt } from "@/lib/bounds/excerpt";
import { parseStorable } from "@/lib/bounds/storable";
import { networkReason } from "@/lib/exchange/network-reason";
import { isRedirect } from "@/lib/exchange/redirects";
import { GatewayFailure } from "@/lib/gateway/errors";
import { isGuarded, mayAsk } from "@/lib/gateway/outbound";
import type { ProviderReply } from "@/lib/gateway/providers/provider";
import { retryAfterIn } from "@/lib/gateway/providers/retry-after";
import { textUpTo } from "@/lib/gateway/providers/text-up-to";
import type { AgentClient } from "./agent";
import { type Unanswered, unanswered } from "./answer";

/** The most bytes of an answer. */
const MAX_ANSWER = 1024 * 1024;

interface Replied {
  body: unknown;
  latencyMs: number;
}

class TooLarge extends Error {}

export async function post(
  address: string,
  body: string,
  own: Record<string, string>,
  seconds: number,
  { send }: AgentClient,
): Promise<Replied | Unanswered> {
  const url = new URL(address);
  if (!mayAsk(url))
    return unanswered(
      "provider",
      "not_configured",
      "The agent's address is private, and the operator has not allowed it.",
      url.host,
    );
  const startedAt = performance.now();
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const headers = { "content-type": "application/json", accept: "application/json", ...own };
    const reply = await send({ url, headers, body, signal, isGuarded: isGuarded(url) });
    const text = await textUpTo(
      { most: MAX_ANSWER, tooLarge: () => new TooLarge("The answer is too large.") },
      reply.body,
      signal,
    );
    const latencyMs = performance.now() - startedAt;
    if (reply.status < 200 || reply.status >= 300) return statusFault(reply.status, reply.headers, text);
    const read = jsonOf(text);
    if (read) return { body: read.value, latencyMs };
    return text.trim() === ""
      ? unanswered("agent", "empty_answer", "The agent's answer is empty.")
      : unanswered("agent", "not_json", notJson(text, reply.headers), text);
  } catch (error) {
    if (error instanceof TooLarge)
      return unanswered("agent", "answer_too_large", `The agent's answer is larger than ${MAX_ANSWER} bytes.`);
    if (signal.aborted)
      return unanswered("agent", "no_answer", `The agent did not answer within ${seconds} s.`, url.host);
    if (error instanceof GatewayFailure) return unanswered("provider", "not_configured", error.message, url.host);
    const message = `The agent could not be reached, or it closed the connection. ${networkReason(error)}`;
    return unanswered("agent", "connection_closed", message, url.host);
  }
}

function jsonOf(text: string): { value: unknown } | null {
  try {
    return { value: parseStorable(text) };
  } catch {
    return null;
  }
}

function notJson(text: string, headers: ProviderReply["headers"]): string {
  if (/^text\/event-stream\b/i.test(headers["content-type"] ?? "") || /^\s*(?:data|event):/.test(text))
    return "The agent answered with an event stream. It must answer without streaming.";
  return `The agent answered with ${/^\s*</.test(text) ? "HTML" : "text that is not JSON"}.`;
}

/** A rate limit, or an error of a proxy in front of the agent, is not the agent's fault. */
function statusFault(status: number, headers: ProviderReply["headers"], text: string): Unanswered {
  const retryAfterSeconds = retryAfterIn(headers);
  const shown = `${status} ${text}`;
  if (status === 429)
    return unanswered("provider", "rate_limited", "The agent's endpoint is rate limiting requests.", shown, {
      mayRetry: true,
      retryAfterSeconds,
    });
  if (status === 502 || status === 503 || status === 504 || status === 529)
    return unanswered(
      "provider",
      "unavailable",
      `A service that the agent depends on is unavailable (status ${status}).`,
      shown,
      {
        mayRetry: true,
        retryAfterSeconds,
      },
    );
  const message = isRedirect(status)
    ? redirectText(status, headers.location)
    : `The agent answered with status ${status}.`;
  return unanswered("agent", "http_error", message, shown);
}

const redirectText = (status: number, location: string | undefined): string =>
  `The agent answered with a redirect (status ${status})${location ? ` to ${excerpt(location, 200)}` : ""}. Redirects are not followed: enter the address to which it leads.`;
