import type { Exchange } from "@/lib/exchange/exchange";
import { factsOf } from "@/lib/exchange/request-facts";
import type { Signal } from "@/lib/exchange/signal";

interface InternalRequest {
  path: string;
  body: object;
  headers: Record<string, string>;
  /** Ends the call, such as when its reader leaves. */
  signal?: Signal;
}

/** A request to this process's own gateway. */
export function gatewayExchange({ path, body, headers, signal }: InternalRequest): Exchange {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const all: Record<string, string> = {
    ...headers,
    "content-type": "application/json",
    "content-length": String(bytes.byteLength),
  };
  const header = (name: string) => all[name] ?? null;
  return {
    method: "POST",
    origin: "http://gateway.internal",
    path,
    query: "",
    header,
    headerNames: () => Object.keys(headers),
    body: (async function* () {
      yield bytes;
    })(),
    signal: signal ?? new AbortController().signal,
    facts: factsOf(header),
  };
}
