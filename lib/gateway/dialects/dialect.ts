// Other protocols over the one that the gateway works in. A request becomes a chat before anything is decided of it, and the
// chat's answer becomes the protocol's after everything is: so every control acts on every route.
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import { jsonReply, type Reply } from "@/lib/exchange/exchange";
import { isRecord, recordIn, recordsIn, textIn } from "@/lib/records";
import { errorEnvelope, GatewayFailure, renderFailure } from "../errors";
import { dataOf } from "../providers/event-reader";
import type { NativeOperation } from "../providers/native/operations";
import type { ChatRequest } from "../read-body";
import { cachedIn, reportedUsage, writtenIn } from "../record/reported-usage";
import type { Storing } from "../stored-responses/storing";

export type Json = Record<string, unknown>;

/** The error of the gateway's envelope. */
export interface GatewayError {
  message: string;
  type: string;
  param: string | null;
  code: string;
}

/** Writes a stream of chunks in another protocol, event by event; each method returns the text to send. */
export interface StreamWriter {
  chunk(chunk: Json): string;
  /** The stream has come to its end. */
  end(): string;
  /** It has broken off. */
  fail(error: GatewayError): string;
}

export interface Speaking {
  operation: NativeOperation;
  /** Headers of the client's that belong to it. */
  headers: readonly string[];
  /** How a body that cannot be a chat is counted and recorded. */
  sketch(body: Json): ChatBody;
  /** The event with which a stream of the provider's own ends that has broken off; `number` is that of its next event. */
  broken(error: GatewayError, number: number): string;
  /** Replaces a body's references to earlier answers with their contents. */
  expand?: Storing["expand"];
}

/** One request in another protocol. */
export interface Dialog<Body = never> {
  /** What the provider is asked for if it is not a chat. */
  api?: ChatRequest["api"];
  /** The body as a chat. Throws a GatewayFailure. */
  toChat(body: Body): ChatBody;
  /** The user that the body names, also where the chat leaves it out. */
  userIn?(body: Json): unknown;
  /** The metadata that label the call. Providers do not get them: OpenAI refuses them in chats that it does not store. */
  metadataIn?(body: Json): unknown;
  /** Of protocols that some providers speak themselves. */
  native?: Speaking;
  /** Throws a GatewayFailure for a whole answer that the protocol cannot express, so that another target may answer. */
  check?(completion: Json): void;
  /** May throw one too. */
  whole(completion: Json): Json;
  stream(): StreamWriter;
  /** The header in which its clients look for the request's id. */
  requestIdHeader?: string;
  /** The body of a refusal, for protocols that have another one than OpenAI's. */
  refusal?(error: GatewayError, status: number): Json;
}

/** What becomes of an answer in its protocol. */
interface Outcome {
  refused(failure: GatewayFailure): void;
  /** As much of a stream is written as has come; after its end, all. */
  written(): void;
}

/** The reply to a chat in the dialog's protocol. */
export function answerIn(dialog: Dialog, reply: Reply, outcome: Outcome): Reply {
  const id = reply.headers["x-request-id"];
  if (dialog.requestIdHeader && id !== undefined) reply.headers[dialog.requestIdHeader] = id;
  const { body, status } = reply;
  const model = decodeURI(reply.headers["x-gateway-model-used"] ?? "");
  if (typeof body === "string") {
    if (status >= 400) return refusalIn(dialog, reply, body);
    try {
      return { ...reply, body: jsonReply(wholeIn(dialog, JSON.parse(body), model)).body };
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      outcome.refused(error);
      const failed = renderFailure(error);
      return refusalIn(dialog, { ...failed, headers: { ...reply.headers, ...failed.headers } }, textIn(failed.body));
    }
  }
  if (body === null || body instanceof Uint8Array) return reply;
  const writer = dialog.native ? passing(dialog.stream(), dialog.native) : dialog.stream();
  return { ...reply, body: rewritten(body, writer, model, outcome) };
}

function refusalIn(dialog: Dialog, reply: Reply, body: string): Reply {
  const refusal = dialog.refusal?.(JSON.parse(body).error, reply.status);
  return refusal ? { ...reply, body: jsonReply(refusal).body } : reply;
}

const wholeIn = (dialog: Dialog, answer: Json, model: string): Json =>
  dialog.native && isRecord(answer.native) ? answer.native : dialog.whole(ofModel(answer, model));

/** Lets a provider's own events pass as they are. */
function passing(writer: StreamWriter, { broken }: Speaking): StreamWriter {
  let number: number | null = null;
  return {
    chunk(chunk) {
      if (!isRecord(chunk.native)) return writer.chunk(chunk);
      number = numberIn(chunk.native.sequence_number) + 1;
      return named(textIn(chunk.native.type), chunk.native);
    },
    end: () => (number === null ? writer.end() : ""),
    fail: (error) => (number === null ? writer.fail(error) : broken(error, number)),
  };
}

/** Names the model that has answered where its provider does not. */
function ofModel(answer: Json, model: string): Json {
  if (model !== "" && !answer.model) answer.model = model;
  return answer;
}

/** An iterator by hand: ending it ends the one that it reads at once, also while that is waited for. */
function rewritten(
  body: AsyncIterable<string | Uint8Array>,
  writer: StreamWriter,
  model: string,
  outcome: Outcome,
): AsyncIterable<string> {
  const chunks = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let rest = "";
  let isOver = false;
  /** A stream that the writer refuses ends with the error. */
  const written = (event: string): string => {
    if (isOver) return "";
    try {
      return rewrite(event, writer, model);
    } catch (error) {
      if (!(error instanceof GatewayFailure)) throw error;
      isOver = true;
      outcome.refused(error);
      return writer.fail(errorEnvelope(error).error);
    }
  };
  const next = async (): Promise<IteratorResult<string, void>> => {
    while (!isOver) {
      const chunk = await chunks.next();
      if (chunk.done) break;
      rest += typeof chunk.value === "string" ? chunk.value : decoder.decode(chunk.value, { stream: true });
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      let text = "";
      try {
        text = events.map(written).join("");
      } finally {
        outcome.written();
      }
      if (isOver) await chunks.return?.();
      if (text) return { done: false, value: text };
    }
    return { done: true, value: undefined };
  };
  const end = async (): Promise<IteratorResult<string, void>> => {
    outcome.written();
    await chunks.return?.();
    return { done: true, value: undefined };
  };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}

function rewrite(event: string, writer: StreamWriter, model: string): string {
  const data = dataOf(event);
  if (data === null) return `${event}\n\n`;
  if (data === "[DONE]") return writer.end();
  const chunk: Json = JSON.parse(data); // what the gateway sends is JSON
  // Safe because the gateway's own errors have this form.
  return chunk.error ? writer.fail(chunk.error as GatewayError) : writer.chunk(ofModel(chunk, model));
}

export const named = (event: string, data: Json): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const numberIn = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Members that are present, under the same or another name; absent ones are left out. */
export const definedMembers = (members: Json): Json =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));

/** The most characters that OpenAI takes. Claude Code's users have more. */
const MAX_USER = 64;

/** The user that a provider's chat may name; labels and budgets use the whole one. */
export const chatUser = (user: string | null | undefined): string | undefined =>
  user && user.length <= MAX_USER ? user : undefined;

/** The text of a message or of its delta. Models that think may write a list, with their thoughts as other parts. */
export const contentTextOf = ({ content }: Json): string =>
  Array.isArray(content)
    ? recordsIn(content)
        .map(({ type, text }) => (type === "text" ? textIn(text) : ""))
        .join("")
    : textIn(content);

/** The first choice of an answer or of a chunk. */
export const choiceOf = (answer: Json): Json => recordsIn(answer.choices)[0] ?? {};

/** The tokens of an answer or of a chunk. */
export function usageOf(answer: Json) {
  const usage = reportedUsage(answer) ?? {};
  return {
    input: numberIn(usage.prompt_tokens),
    cached: cachedIn(usage) ?? 0,
    output: writtenIn(usage) ?? 0,
    reasoning: numberIn(recordIn(usage.completion_tokens_details).reasoning_tokens),
  };
}
export type Usage = ReturnType<typeof usageOf>;
