// Requests to sign-in providers: only to addresses that the server may call, within seconds, and with answers of a bounded size.
import { networkReason } from "@/lib/exchange/network-reason";
import { GatewayFailure } from "@/lib/gateway/errors";
import { isGuarded, mayAsk } from "@/lib/gateway/outbound";
import type { Send } from "@/lib/gateway/providers/provider";
import { textUpTo } from "@/lib/gateway/providers/text-up-to";
import { type Discovery, discoveryProblems, readDocument } from "./rules/discovery";
import { addressProblem, discoveryAddress } from "./rules/issuer";

const TIMEOUT_MS = 10_000;
const MAX_ANSWER = 256 * 1024;

/** A provider that cannot be reached or used. Its message is for administrators. */
export class ProviderFailure extends Error {}

/** Why the server does not call an address; null if it does. */
export const problemOf = (address: URL): string | null =>
  addressProblem(address, { isReachable: mayAsk(address), isAllowed: !isGuarded(address) });

/** The web's `fetch` for Auth.js. Redirects are not followed. */
export const providerFetch =
  (send: Send): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const problem = problemOf(url);
    if (problem) throw new ProviderFailure(`${url.hostname} ${problem}.`);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const method = init?.method === "POST" ? "POST" : "GET";
    const headers = Object.fromEntries(new Headers(init?.headers));
    const body = init?.body ? String(init.body) : "";
    try {
      const reply = await send({ url, method, headers, body, signal, isGuarded: isGuarded(url) });
      const limit = {
        most: MAX_ANSWER,
        tooLarge: () => new ProviderFailure(`${url.hostname} sent too long an answer.`),
      };
      const text = await textUpTo(limit, reply.body, signal);
      return new Response(text || null, { status: reply.status, headers: plain(reply.headers) });
    } catch (error) {
      throw failureOf(error, url, signal);
    }
  };

/** Only what the library reads: the body is decoded already. */
const plain = (headers: Record<string, string | undefined>) => ({
  "content-type": headers["content-type"] ?? "text/plain",
  ...(headers["www-authenticate"] ? { "www-authenticate": headers["www-authenticate"] } : {}),
});

function failureOf(error: unknown, { hostname }: URL, signal: AbortSignal): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (signal.aborted) return new ProviderFailure(`${hostname} did not answer within ${TIMEOUT_MS / 1000} s.`);
  if (error instanceof GatewayFailure) return new ProviderFailure(error.message);
  return new ProviderFailure(`${hostname} could not be reached. ${networkReason(error)}`);
}

export interface Discovered {
  body: string;
  document: Discovery;
  problems: string[];
}

/** What the issuer says about itself. Throws a ProviderFailure. */
export async function readDiscovery(fetch: typeof globalThis.fetch, issuer: string): Promise<Discovered> {
  const address = discoveryAddress(issuer);
  const response = await fetch(address);
  if (response.status !== 200) throw new ProviderFailure(`${address.href} answered with status ${response.status}.`);
  const body = await response.text();
  const document = readDocument(body);
  if (!document) throw new ProviderFailure(`${address.href} did not answer with a discovery document.`);
  return { body, document, problems: discoveryProblems(document, issuer, problemOf) };
}
