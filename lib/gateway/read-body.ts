// Reads and checks a request's body. Which bodies are refused, and in which order, is part of the API.
import type { z } from "zod";
import { type Finding, findingsOf } from "@/lib/bounds/findings";
import { flawIn } from "@/lib/bounds/flaw";
import { Refusal } from "@/lib/bounds/refusal";
import type { ChatBody } from "@/lib/contracts/gateway/chat";
import type { FailureCode } from "@/lib/contracts/gateway/failures";
import type { UsedPrompt } from "@/lib/contracts/gateway/request-record";
import type { Exchange } from "@/lib/exchange/exchange";
import { type ReadObject, readObject } from "@/lib/exchange/read-object";
import { GatewayFailure } from "./errors";
import type { NativeRequest } from "./providers/native/native";
import type { Expanded } from "./stored-responses/storing";

export interface ParsedRequest<Body> {
  body: Body;
  /** How long its text was. */
  characters: number;
}
export interface ChatRequest extends ParsedRequest<ChatBody> {
  /** The user that the request names, where its chat may leave it out. */
  user?: unknown;
  /** The metadata of the request, where its chat leaves them out. */
  metadata?: unknown;
  /** What the provider is asked for if it is not a chat. */
  api?: "embeddings" | undefined;
  /** The same in its own protocol, where providers may speak that. */
  native?: NativeChat | undefined;
  /** The prompt that was filled into it. */
  prompt?: UsedPrompt | undefined;
}

export interface NativeChat extends NativeRequest {
  /** What of it no chat could say; null where a chat can say it all. */
  flaw: GatewayFailure | null;
  /** The chat that says the same, or that it is counted and recorded as where there is none. */
  toChat(body: Record<string, unknown>): ChatBody;
}

/**
 * A body by the schema of what a chat can say, else by that of all that its protocol says, with why not by the first. `expand`
 * says in full what it refers to.
 */
export async function readEither<S extends z.ZodType>(
  request: Exchange,
  chatSchema: S,
  all: z.ZodType<Record<string, unknown>>,
  expand: (body: Record<string, unknown>) => Promise<Expanded> = asItIs,
): Promise<{
  raw: Record<string, unknown>;
  parsed: z.output<S> | null;
  flaw: GatewayFailure | null;
  characters: number;
}> {
  const { object, characters: own } = await readRequest(request);
  const { body: raw, characters: more, missing } = await expand(object);
  const characters = own + more;
  const flaw = flawIn(raw);
  if (flaw) throw refusalOf(flaw);
  const parsed = chatSchema.safeParse(raw);
  if (parsed.success) return { raw, parsed: parsed.data, flaw: null, characters };
  const clearest = clearestFinding(findingsOf(parsed.error, raw), raw);
  if (!all.safeParse(raw).success) throw clearest;
  return { raw, parsed: null, flaw: missing ?? clearest, characters };
}

const asItIs = async (body: Record<string, unknown>): Promise<Expanded> => ({ body, characters: 0, missing: null });

export async function readBody<S extends z.ZodType>(request: Exchange, schema: S): Promise<ParsedRequest<z.output<S>>> {
  const read = await readRequest(request);
  checkObject(read.object);
  return parseBody(read, schema);
}

/** Throws for an object that nothing should read further. */
export function checkObject(object: Record<string, unknown>): void {
  const flaw = flawIn(object);
  if (flaw) throw refusalOf(flaw);
}

/** An object that was checked, by the schema of what it should be. */
export function parseBody<S extends z.ZodType>(
  { object: body, characters }: ReadObject,
  schema: S,
): ParsedRequest<z.output<S>> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw clearestFinding(findingsOf(parsed.error, body), body);
  return { body: parsed.data, characters };
}

const codes: Record<Refusal["kind"], FailureCode> = {
  tooLarge: "request_too_large",
  unreadable: "invalid_json",
  unbearable: "invalid_request_error",
  encoded: "invalid_request_error",
};

export async function readRequest(request: Exchange): Promise<ReadObject> {
  try {
    const body = await readObject(request);
    if (body) return body;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, message, cause } = error;
    throw new GatewayFailure(codes[kind], message, { cause, ...(kind === "encoded" ? { status: 415 } : {}) });
  }
  throw new GatewayFailure("invalid_json", "The request body is empty.");
}

/** Wrong types come first, then missing members (the model before the messages), then the shape of the messages. */
function clearestFinding(findings: readonly Finding[], body: Record<string, unknown>): GatewayFailure {
  const top = new Map(
    findings.filter(({ path }) => path.length === 1).map((finding) => [String(finding.path[0]), finding]),
  );
  const mistyped = [...top].find(([field]) => !isEmpty(body[field]));
  if (mistyped) return refusalOf(mistyped[1]);
  if (top.has("model")) return new GatewayFailure("missing_model", "model is required.");
  if (top.has("messages")) {
    return new GatewayFailure("missing_messages", "messages is required and may not be empty.");
  }
  const [first] = findings;
  return refusalOf(first ?? { path: [], message: "The request body is not valid." });
}

export function refusalOf({ path, message }: Pick<Finding, "path" | "message">): GatewayFailure {
  const param = paramOf(path);
  return new GatewayFailure("invalid_request_error", `${param}: ${message}`, { param });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const paramOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
