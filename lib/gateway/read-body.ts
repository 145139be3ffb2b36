// Reads and checks a request's body. What is refused, and in which order, is part of the API.
import type { z } from "zod";
import { type ChatBody, chatBody } from "@/lib/contracts/gateway/chat";
import { GatewayFailure } from "./errors";

export const MAX_BODY_BYTES = 10 * 1024 * 1024;

export async function readChatBody(request: Request): Promise<ChatBody> {
  const body = parseObject(await readText(request));
  const parsed = chatBody.safeParse(body);
  if (!parsed.success) throw refusalOf(parsed.error.issues, body);
  return parsed.data;
}

async function readText(request: Request): Promise<string> {
  const tooLarge = () =>
    new GatewayFailure("request_too_large", `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const reader = request.body?.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let size = 0;
  try {
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      size += chunk.value.byteLength;
      if (size > MAX_BODY_BYTES) throw tooLarge();
      text += decoder.decode(chunk.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (size > MAX_BODY_BYTES) void reader?.cancel().catch(() => undefined);
    if (error instanceof GatewayFailure) throw error;
    throw new GatewayFailure("invalid_json", "The body could not be read as UTF-8 text.", { cause: error });
  }
}

function parseObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    const reason = text.trim() === "" ? "it is empty" : error instanceof Error ? error.message : "it cannot be parsed";
    throw new GatewayFailure("invalid_json", `The body is not valid JSON: ${reason.slice(0, 200)}.`);
  }
  if (body === null || typeof body !== "object" || Array.isArray(body)) {
    throw new GatewayFailure("invalid_json", "The body must be a JSON object.");
  }
  return body as Record<string, unknown>; // safe because it is an object and no array
}

/** Wrong types come first, then what is missing (the model before the messages), then the messages' own shape. */
function refusalOf(issues: z.core.$ZodIssue[], body: Record<string, unknown>): GatewayFailure {
  const top = issues.filter((issue) => issue.path.length === 1).map((issue) => String(issue.path[0]));
  const mistyped = top.find((field) => !isEmpty(body[field]));
  if (mistyped) return new GatewayFailure("invalid_json", `${mistyped} has the wrong JSON type.`);
  if (top.includes("model")) return new GatewayFailure("missing_model", "model is required.");
  if (top.includes("messages")) {
    return new GatewayFailure("missing_messages", "messages is required and may not be empty.");
  }
  const param = pathOf(issues[0]?.path ?? []);
  const message = issues[0]?.code === "invalid_type" ? `Must be of type ${issues[0].expected}.` : issues[0]?.message;
  return new GatewayFailure("invalid_request_error", `${param}: ${message}`, { param });
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

const pathOf = (path: PropertyKey[]): string =>
  path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
