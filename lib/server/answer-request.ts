// Sends the answer to a request, with its id, and has the log, the metrics and the trace know of it.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "@/lib/exchange/exchange";
import type { RequestFacts } from "@/lib/exchange/request-facts";
import { type Note, type SpanStart, traced } from "@/lib/observe/tracing";
import { sendReply } from "./exchange";
import { measureRequest } from "./measures/request-measures";
import { logRequest } from "./request-log";
import type { Screens } from "./screens/forward";

export interface ServedRequest {
  message: IncomingMessage;
  response: ServerResponse;
  facts: RequestFacts;
  startedAt: number;
}

export const answerRequest = (answer: () => Reply | Promise<Reply>, request: ServedRequest): Promise<void> =>
  traced(
    () => spanOf(request),
    async (note) => {
      noteEnd(note, request, await sendAnswer(answer, request));
    },
  );

/** Without the path: some have a secret in them. */
const spanOf = ({ message, facts }: ServedRequest): SpanStart => ({
  name: message.method ?? "GET",
  kind: "server",
  attributes: { "http.request.method": message.method ?? "GET", "assay.request_id": facts.id },
  traceparent: typeof message.headers.traceparent === "string" ? message.headers.traceparent : null,
});

/** The status; null where the client disconnected, or a stream broke after its start. */
async function sendAnswer(
  answer: () => Reply | Promise<Reply>,
  { message, response, facts }: ServedRequest,
): Promise<number | null> {
  try {
    const reply = await answer();
    reply.headers["x-request-id"] = facts.id;
    await sendReply(reply, message, response);
    return reply.status;
  } catch {
    // The connection's end is the only message left.
    response.destroy();
    return null;
  }
}

/** The screens' process gets the id, and their answer has it. The page is over once its last byte is sent. */
export function forwardPage(screens: Screens, request: ServedRequest): void {
  const { message, response, facts } = request;
  facts.operation = "page";
  message.headers["x-request-id"] = facts.id;
  response.setHeader("x-request-id", facts.id);
  const isClosed = new Promise<void>((resolve) => void response.once("close", resolve));
  void traced(
    () => spanOf(request),
    async (note) => {
      screens.forward(message, response);
      await isClosed;
      noteEnd(note, request, response.writableFinished ? response.statusCode : null);
    },
  );
}

/** `status` is null where the client disconnected. */
function noteEnd(note: Note, request: ServedRequest, status: number | null): void {
  note({
    name: `${request.message.method} ${request.facts.operation ?? "none"}`,
    attributes: status === null ? {} : { "http.response.status_code": status },
    isFailed: status !== null && status >= 500,
  });
  noteAnswer(request, status);
}

function noteAnswer({ message, facts, startedAt }: ServedRequest, status: number | null): void {
  const answered = { facts, method: message.method ?? "GET", status, ms: performance.now() - startedAt };
  measureRequest(answered);
  logRequest(answered);
}
