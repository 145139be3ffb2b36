// The only client of the documented API. The browser calls operations; end-to-end tests and scripts call whole contracts, whose
// schemas also check the answers.
import { addressOf, bodyFieldsOf, UNFILLED, UnfilledSlot } from "@/lib/contracts/address";
import type { ClientInput, Contract, ContractOf, Output, Wire } from "@/lib/contracts/contract";
import { whenNotJson } from "@/lib/rejections";
import { CallError, errorOf } from "./call-error";

interface CallOptions {
  signal?: AbortSignal;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
  /** The API's base URL; by default the page's own origin. */
  origin?: string;
  headers?: Record<string, string>;
  /** In place of fetch. It may throw a CallError. */
  fetcher?: (request: Request) => Promise<Response>;
}

let ownHeaders: Record<string, string> = {};

/** Ties this page's calls to this user and organization. They are refused if another user has signed in since. */
export function callAs({ userId, organizationId }: { userId: string; organizationId: string }): void {
  ownHeaders = { "x-user-id": userId, "x-organization-id": organizationId };
}

/** Calls an operation. Throws a CallError on every failure, an unreachable server included. */
export async function call<W extends Wire>(
  operation: W,
  input: ClientInput<ContractOf<W>>,
  options: CallOptions = {},
): Promise<Output<ContractOf<W>>> {
  const response = await send(requestFor(operation, input, options), options);
  return outputOf(operation, input, response.status, await bodyOf(response, options));
}

/** An answer's output; throws a CallError for a refusal. */
export function outputOf<W extends Wire>(
  operation: W,
  input: ClientInput<ContractOf<W>>,
  status: number,
  body: unknown,
): Output<ContractOf<W>> {
  if (status < 200 || status > 299) throw errorOf(status, body);
  const output = unwrap(operation, body, input);
  // Safe because the contract's own schema checked it, here or in the server's types.
  return (isContract(operation) ? operation.response.parse(output) : output) as Output<ContractOf<W>>;
}

const isContract = (operation: Wire): operation is Contract => "response" in operation;

/** Address of an operation that answers with a file, for a download link. */
export const hrefOf = <W extends Wire>(operation: W, input: ClientInput<ContractOf<W>>): string =>
  addressFor(operation, fieldsOf(input));

/** The address, or a CallError for a field that would lead to another operation. */
function addressFor(operation: Wire, fields: Readonly<Record<string, unknown>>): string {
  try {
    return addressOf(operation, fields);
  } catch (error) {
    if (!(error instanceof UnfilledSlot)) throw error;
    throw new CallError(400, "invalid", error.message, { [error.field]: [UNFILLED] });
  }
}

export function requestFor<W extends Wire>(
  operation: W,
  input: ClientInput<ContractOf<W>>,
  options: CallOptions = {},
): Request {
  const fields = fieldsOf(input);
  const origin = options.origin ?? globalThis.location?.origin;
  const body = bodyFieldsOf(operation, fields);
  const headers = new Headers({ ...ownHeaders, ...options.headers });
  const init: RequestInit = { method: operation.method, headers, credentials: "same-origin" };
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  if (operation.method !== "GET" && operation.accepts === "multipart") init.body = formOf(body);
  else if (operation.method !== "GET") {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(body);
  }
  return new Request(new URL(addressFor(operation, fields), origin), init);
}

const fieldsOf = (input: unknown): Record<string, unknown> => ({ ...(input as Record<string, unknown>) }); // safe because inputs are objects

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
    return await (options.fetcher ?? fetch)(request);
  } catch (cause) {
    if (cause instanceof CallError) throw cause;
    throw failureOf(cause, options);
  }
}

/** An answer's JSON; null if it is not JSON, such as a proxy's page. Throws if the connection breaks. */
export async function bodyOf(response: Response, options: CallOptions = {}): Promise<unknown> {
  try {
    return await response.json().catch(whenNotJson(() => null));
  } catch (cause) {
    throw failureOf(cause, options);
  }
}

/** The caller's own abort stays as it is. That its time is over is a failure like others. */
const failureOf = (cause: unknown, { signal }: CallOptions): unknown =>
  signal?.aborted && signal.reason?.name !== "TimeoutError" ? cause : unreachable();

const unreachable = () =>
  new CallError(0, "unreachable", "Could not reach the server. Check your connection and try again.");

/** Removes the wire's envelope, so that an answer has the type of the verb's output. */
function unwrap(operation: Wire, body: unknown, input: unknown): unknown {
  if (body === null || typeof body !== "object")
    throw new CallError(502, "bad_answer", "Could not read the server's answer.");
  const wire = body as Record<string, unknown>; // safe because it is a non-null object
  if (operation.envelope === "result") return wire.result;
  if (operation.envelope !== "page") return wire;
  const { limit, page_size } = fieldsOf(input);
  // Extra members of some lists are kept.
  const { next: _next, previous: _previous, total_pages: _pages, current_page: page, ...own } = wire;
  return { ...own, page, limit: limit ?? page_size ?? 10 };
}
