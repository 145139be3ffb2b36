// The one client of the documented API: the browser, the end-to-end tests and scripts build their requests from the contracts.
import type { ClientInput, Contract, Output } from "@/lib/contracts/contract";
import { CallError, errorOf } from "./call-error";

export interface CallOptions {
  signal?: AbortSignal;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** Where the API is; the page's own origin unless told. */
  origin?: string;
  headers?: Record<string, string>;
}

/** Calls an operation. Throws a CallError on every failure, an unreachable server included. */
export async function call<C extends Contract>(
  contract: C,
  input: ClientInput<C>,
  options: CallOptions = {},
): Promise<Output<C>> {
  const response = await send(requestFor(contract, input, options), options);
  const body: unknown = await response.json().catch(() => null);
  return outputOf(contract, input, response.status, body);
}

/** An answer's output; throws a CallError when it is a refusal. */
export function outputOf<C extends Contract>(
  contract: C,
  input: ClientInput<C>,
  status: number,
  body: unknown,
): Output<C> {
  if (status < 200 || status > 299) throw errorOf(status, body);
  return contract.response.parse(unwrap(contract, body, input)) as Output<C>; // safe because the contract's own schema made it
}

/** Address of an operation that answers with a file, for a download link. */
export const hrefOf = <C extends Contract>(contract: C, input: ClientInput<C>): string =>
  addressOf(contract, fieldsOf(input));

export function requestFor<C extends Contract>(contract: C, input: ClientInput<C>, options: CallOptions = {}): Request {
  const fields = fieldsOf(input);
  const origin = options.origin ?? globalThis.location?.origin;
  const outside = new Set([...Object.keys(contract.params.shape), ...Object.keys(contract.query.shape)]);
  const body = Object.fromEntries(Object.entries(fields).filter(([name]) => !outside.has(name)));
  const headers = new Headers(options.headers);
  const init: RequestInit = { method: contract.method, headers, credentials: "same-origin" };
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  if (contract.method !== "GET" && contract.accepts === "multipart") init.body = formOf(body);
  else if (contract.method !== "GET") {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(body);
  }
  return new Request(new URL(addressOf(contract, fields), origin), init);
}

const fieldsOf = (input: unknown): Record<string, unknown> => ({ ...(input as Record<string, unknown>) }); // safe because inputs are objects

function addressOf(contract: Contract, fields: Record<string, unknown>): string {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  const query = new URLSearchParams();
  for (const name of Object.keys(contract.query.shape)) {
    const value = fields[name];
    if (value === undefined || value === null) continue;
    query.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

export function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue;
    form.set(name, value instanceof Blob || typeof value === "string" ? value : JSON.stringify(value));
  }
  return form;
}

async function send(request: Request, options: CallOptions): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new CallError(0, "unreachable", "The server could not be reached. Check the connection and try again.");
  }
}

/** Takes the wire's envelope off, so that an answer has the type of the verb's output. */
function unwrap(contract: Contract, body: unknown, input: unknown): unknown {
  if (body === null || typeof body !== "object")
    throw new CallError(502, "bad_answer", "The server's answer could not be read.");
  const wire = body as Record<string, unknown>; // safe because it is a non-null object
  if (contract.envelope === "result") return wire.result;
  if (contract.envelope !== "page") return wire;
  const { limit, page_size } = fieldsOf(input);
  return { count: wire.count, page: wire.current_page, limit: limit ?? page_size ?? 10, results: wire.results };
}
