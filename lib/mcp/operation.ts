// MCP over HTTP: each request is answered by a server of its own, so that there are no sessions to keep.
import { createMcpHandler } from "@modelcontextprotocol/server";
import { addressOf, bodyFieldsOf } from "@/lib/contracts/address";
import type { Contract } from "@/lib/contracts/contract";
import { mcp as contract } from "@/lib/contracts/platform";
import { logIgnored } from "@/lib/error-report";
import type { Exchange, Reply } from "@/lib/exchange/exchange";
import { webSignal } from "@/lib/exchange/signal";
import { chunksOf } from "@/lib/exchange/web";
import { type Operation, operation } from "@/lib/http/operation";
import { readInput } from "@/lib/http/read-input";
import { boundedText } from "./bounded-text";
import { assayServer, type Called, MAX_ANSWER_CHARACTERS } from "./server";

/** What the SDK reads of a request. It refuses clients that do not accept both types, although it answers with one. */
const PROTOCOL_HEADER = /^(?:content-type|mcp-.+)$/;
const ACCEPTED = ["accept", "application/json, text/event-stream"] as const;
/**
 * What a call has of the caller's own request: the credentials of a key, and where it came from, for limits and the audit log.
 * A browser's session is not passed on: a page could let its user's browser call.
 */
const PASSED_ON = /^(?:authorization|x-api-key|x-secret-key|user-agent|x-forwarded-for|x-assay-client-address)$/;

export const mcpOperation = (operations: () => readonly Operation[]): Operation =>
  operation(contract, async (request, _context, params) => {
    const message = await readInput(contract, request, params);
    const mayWrite = request.header("x-assay-write") === "true";
    const known = operations();
    const contracts = known.map((each) => each.contract);
    const call = (called: Contract, input: Readonly<Record<string, unknown>>) =>
      callInside(known, request, called, input);
    const handler = createMcpHandler(() => assayServer({ contracts, mayWrite, call }), {
      onerror: logIgnored("answer a request of MCP"),
    });
    return replyOf(await handler.fetch(webRequest(request, message)));
  });

function webRequest(request: Exchange, message: unknown): Request {
  const names = [...request.headerNames()].filter((name) => PROTOCOL_HEADER.test(name));
  return new Request(`${request.origin}${request.path}`, {
    method: "POST",
    headers: [[...ACCEPTED], ...names.map((name): [string, string] => [name, request.header(name) ?? ""])],
    body: JSON.stringify(message),
    signal: webSignal(request.signal),
  });
}

const replyOf = ({ status, headers, body }: Response): Reply => ({
  status,
  headers: Object.fromEntries(headers),
  body: body && chunksOf(body),
});

/** Calls an operation as if its caller had sent it a request. */
async function callInside(
  operations: readonly Operation[],
  request: Exchange,
  called: Contract,
  input: Readonly<Record<string, unknown>>,
): Promise<Called> {
  const handle = operations.find((each) => each.contract === called);
  if (!handle) throw new Error(`${called.name} is not served.`);
  const { pathname, search } = new URL(addressOf(called, input), request.origin);
  const bytes = new TextEncoder().encode(JSON.stringify(bodyFieldsOf(called, input)));
  const reply = await handle({
    method: called.method,
    origin: request.origin,
    path: pathname,
    query: search,
    header: (name) =>
      name === "content-type" ? "application/json" : PASSED_ON.test(name) ? request.header(name) : null,
    headerNames: () => [...request.headerNames()].filter((name) => PASSED_ON.test(name)),
    body: called.method === "GET" ? bodyOf([]) : bodyOf([bytes]),
    signal: request.signal,
    facts: { ...request.facts },
  });
  return { status: reply.status, ...(await boundedText(reply.body, MAX_ANSWER_CHARACTERS)) };
}

async function* bodyOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
