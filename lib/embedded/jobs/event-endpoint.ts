// Inngest's event API on loopback, for `inngest.send` and `step.sendEvent` of every process of the app.

import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { z } from "zod";
import { log } from "@/lib/observe/log";
import { type Event, sentEvent } from "./event";

export interface EventEndpoint {
  url: string;
  close(): Promise<void>;
}

interface Answer {
  status: number;
  ids?: string[];
  error?: string;
}

const largestBodyBytes = 10 * 1024 * 1024;
const payload = z.union([z.array(sentEvent), sentEvent.transform((event) => [event])]);

/** `accept` must have made the events durable when it resolves. */
export async function openEventEndpoint(
  eventKey: string,
  accept: (events: Event[]) => Promise<void>,
): Promise<EventEndpoint> {
  const server = createServer(async (request, response) => {
    const answer = await answerTo(request, eventKey, accept).catch((error: unknown) => {
      log("error", `[jobs] events were not accepted: ${String(error)}`);
      return { status: 500, error: "The events could not be stored" };
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function answerTo(
  request: IncomingMessage,
  eventKey: string,
  accept: (events: Event[]) => Promise<void>,
): Promise<Answer> {
  const [, area, key, ...rest] = (request.url ?? "").split("?")[0]?.split("/") ?? [];
  if (area !== "e" || rest.length > 0) return { status: 404, error: "Not found" };
  if (!isSame(key ?? "", eventKey)) return { status: 401, error: "The event key is wrong" };
  if (request.method !== "POST") return { status: 405, error: "Events are sent by POST" };
  const body = await readBody(request);
  if (body === null) return { status: 413, error: `The body is larger than ${largestBodyBytes} bytes` };
  const parsed = payload.safeParse(body);
  if (!parsed.success) return { status: 400, error: z.prettifyError(parsed.error) };
  const seed = request.headers["x-inngest-event-id-seed"];
  const events = parsed.data.map((event, index) => ({
    ...event,
    id: event.id ?? (typeof seed === "string" ? seededId(seed, index) : randomUUID()),
    ts: event.ts ?? Date.now(),
  }));
  await accept(events);
  return { status: 200, ids: events.map((event) => event.id) };
}

/** The SDK repeats a request that got no answer under the same seed: the same ids, so that nothing happens twice. */
const seededId = (seed: string, index: number): string => createHash("sha256").update(`${seed},${index}`).digest("hex");

const isSame = (received: string, expected: string): boolean =>
  timingSafeEqual(createHash("sha256").update(received).digest(), createHash("sha256").update(expected).digest());

/** The parsed body: undefined when it is not JSON, null when it is too large. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= largestBodyBytes) chunks.push(chunk);
  }
  if (size > largestBodyBytes) return null;
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return undefined;
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address && typeof address === "object") resolve(address.port);
      else reject(new Error("The event endpoint has no port"));
    });
  });
}
