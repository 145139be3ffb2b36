// Calls a provider in the protocol that it shares with the client: the body passes unchanged, except for the model's name.

import type { ResponseBody } from "@/lib/exchange/exchange";
import { isRecord } from "@/lib/records";
import { GatewayFailure } from "../../errors";
import { isGuarded } from "../../outbound";
import { parseJson } from "../../parse-json";
import type { RemoteSettings } from "../../settings";
import { dataOf, EventReader } from "../event-reader";
import { completionsUrl } from "../openai/call";
import { type Call, isOk, type ProviderReply } from "../provider";
import { readAnswerText } from "../read-answer";
import { withoutMarked } from "../reasoning";
import { withPlainIds } from "../tool-call-id";
import { asChunks, asCompletion } from "./answers";
import type { NativeRequest } from "./native";
import type { NativeOperation } from "./operations";

/** Of Anthropic's API, where the client names none. */
const ANTHROPIC_VERSION = "2023-06-01";

export async function callNative(call: Call, native: NativeRequest, settings: RemoteSettings): Promise<ProviderReply> {
  const { target, signal, send } = call;
  const { operation, body } = native;
  const url = addressOf(operation, settings);
  const reply = await send({
    url,
    headers: {
      ...native.headers,
      "content-type": "application/json",
      accept: body.stream ? "text/event-stream" : "application/json",
      ...credentials(operation, settings, native.headers),
    },
    body: serialise({ ...withoutMarked(withPlainIds(body)), model: target.model }),
    signal,
    isGuarded: target.organizationId !== null && isGuarded(url),
  });
  if (!isOk(reply)) return reply;
  if (!body.stream) {
    const answer: unknown = parseJson(await readAnswerText(reply));
    // The reader refuses anything that is not an object.
    return { ...reply, body: JSON.stringify(isRecord(answer) ? asCompletion(operation, answer) : null) };
  }
  return typeof reply.body === "string" ? reply : { ...reply, body: chunksOf(reply.body, operation) };
}

/** Beside the chats of an OpenAI-compatible address, in Azure's newer API, or below Anthropic's. */
export function addressOf(operation: NativeOperation, { kind, baseUrl }: RemoteSettings): URL {
  if (kind === "azure") return new URL(`${baseUrl.replace(/\/+$/, "").replace(/\/openai$/, "")}/openai/v1/responses`);
  if (kind === "anthropic") return new URL(`${baseUrl.replace(/\/+$/, "")}/messages`);
  const url = new URL(completionsUrl(baseUrl));
  url.pathname = url.pathname.replace(/chat\/completions$/, operation);
  return url;
}

function credentials(
  operation: NativeOperation,
  settings: RemoteSettings,
  { "anthropic-version": version }: Record<string, string>,
): Record<string, string> {
  const key = settings.apiKey ?? "";
  const bearer = settings.kind === "azure" ? settings.isBearer : settings.kind !== "anthropic";
  const name = settings.kind === "azure" ? "api-key" : "x-api-key";
  const shown: Record<string, string> = key === "" ? {} : bearer ? { authorization: `Bearer ${key}` } : { [name]: key };
  return operation === "messages" ? { "anthropic-version": version ?? ANTHROPIC_VERSION, ...shown } : shown;
}

/** An iterator by hand, as every stream of a provider's: ending it ends the provider's at once. */
function chunksOf(body: ResponseBody, operation: NativeOperation): ResponseBody {
  const chunks = body[Symbol.asyncIterator]();
  const reader = new EventReader();
  const chunkOf = asChunks(operation);
  const encoder = new TextEncoder();
  let isOver = false;
  const written = (event: string): string => {
    const data = dataOf(event);
    if (data === null) return event.trim() === "" ? "" : `${event}\n\n`;
    const native = parseJson(data);
    if (!isRecord(native)) return `${event}\n\n`;
    const chunk = chunkOf(native);
    return `data: ${JSON.stringify(chunk.error ? chunk : { ...chunk, native })}\n\n`;
  };
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (isOver) return { done: true, value: undefined };
        const chunk = await chunks.next();
        isOver = chunk.done === true;
        const events = chunk.done ? reader.end() : reader.read(chunk.value);
        return { done: false, value: encoder.encode(events.map(written).join("")) };
      },
      async return() {
        isOver = true;
        await chunks.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}

function serialise(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new GatewayFailure("invalid_request_error", "The body is nested too deeply.", { cause: error });
  }
}
