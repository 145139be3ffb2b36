// Agents behind addresses of their own, asked over real sockets.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ProviderPool, providerPool } from "@/lib/gateway/providers/pool";
import type { Turn } from "./rules/turn";
import { askAgent } from "./target";

let pool: ProviderPool;
let base: string;
let answer: RequestListener;
const server = createServer((message, response) => answer(message, response));
beforeAll(async () => {
  pool = providerPool();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // safe because it listens on a port
  base = `http://127.0.0.1:${port}/v1`;
  vi.stubEnv("ASSAY_ALLOWED_HOSTS", `127.0.0.1:${port}`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await pool.close();
});

const turn: Turn = {
  number: 0,
  role: "user",
  content: "Where is parcel 4711?",
  messages: [{ role: "user", content: "Where is parcel 4711?" }],
  scripted: true,
  ends: false,
};
const ask = (answers: RequestListener, timeout_seconds = 5, path = "/") => {
  answer = answers;
  const target = { type: "chat_completions" as const, url: `${base}${path}`, model: "parcels-1", timeout_seconds };
  return askAgent(
    { name: "Desk", description: "", target, secrets: { api_key: "sk-agent" } },
    { executionId: "e", callId: "c" },
    [turn],
    {
      ask: () => Promise.reject(new Error("no model of the gateway is asked")),
      send: (request) => pool.send(request),
      now: () => new Date(),
    },
  );
};

async function bodyOf(message: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

test("an endpoint is called like OpenAI's, with its key, and its tokens are counted", async () => {
  const seen: unknown[] = [];
  const reply = await ask(async (message, response) => {
    seen.push([message.method, message.url, message.headers.authorization, await bodyOf(message)]);
    const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content: "At the depot." } };
    const usage = { prompt_tokens: 11, completion_tokens: 4 };
    response.end(JSON.stringify({ model: "parcels-1-mini", choices: [choice], usage }));
  });
  expect(seen).toEqual([
    [
      "POST",
      "/v1/chat/completions",
      "Bearer sk-agent",
      { model: "parcels-1", messages: [{ role: "user", content: "Where is parcel 4711?" }] },
    ],
  ]);
  expect(reply).toMatchObject({
    ok: true,
    messages: [{ role: "assistant", content: "At the depot." }],
    inputTokens: 11,
    outputTokens: 4,
    model: "parcels-1-mini",
    latencyMs: expect.any(Number),
  });
});

test.each([
  ["never answers", () => undefined, "no_answer"],
  ["begins and goes no further", (_, response) => void response.write('{"choices": ['), "no_answer"],
  ["hangs up", (message) => void message.socket.destroy(), "connection_closed"],
] as [string, RequestListener, string][])("an endpoint that %s is the agent's fault", async (_, answers, kind) => {
  expect(await ask(answers, 0.15)).toMatchObject({ ok: false, side: "agent", kind, mayRetry: false });
});

test("a 10 MB answer is read only up to the limit and is the agent's fault", async () => {
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  let written = 0;
  const reply = await ask((_message, response) => {
    const write = (): void => {
      while (written < 10 && !response.destroyed) {
        written += 1;
        if (!response.write(megabyte)) return void response.once("drain", write);
      }
      response.end();
    };
    write();
  });
  expect(reply).toMatchObject({ ok: false, side: "agent", kind: "answer_too_large" });
});

test.each([
  ["", "/v1/chat/completions"],
  ["/chat/completions/", "/v1/chat/completions"],
  ["?api-version=2024", "/v1/chat/completions?api-version=2024"],
  ["/chat/completions?api-version=2024&a=/b/", "/v1/chat/completions?api-version=2024&a=/b/"],
])("an endpoint at /v1%s is called at %s", async (path, address) => {
  const seen: unknown[] = [];
  await ask(
    (message, response) => {
      seen.push(message.url);
      response.end("{}");
    },
    5,
    path,
  );
  expect(seen).toEqual([address]);
});

test.each([
  ["7", 7],
  [new Date(Date.now() + 60 * 60_000).toUTCString(), 3_600],
  [new Date(Date.now() - 60_000).toUTCString(), 0],
  ["-1", null],
  ["soon", null],
])("a busy endpoint that names %s is retried after about %s seconds", async (header, seconds) => {
  const reply = await ask((_message, response) => {
    response.writeHead(429, { "retry-after": header });
    response.end();
  });
  const within = (named: number) => Math.abs(named - (seconds ?? 0)) < 30;
  expect(reply).toMatchObject({
    mayRetry: true,
    retryAfterSeconds: seconds === null ? null : expect.toSatisfy(within),
  });
});

test.each([
  [
    "that redirects",
    302,
    { location: "https://agent.example.com/v1/" },
    "",
    "The agent answered with a redirect (status 302) to https://agent.example.com/v1/. Redirects are not followed: enter the address to which it leads.",
  ],
  [
    "that redirects without an address",
    307,
    {},
    "",
    "The agent answered with a redirect (status 307). Redirects are not followed: enter the address to which it leads.",
  ],
  ["that names no other address", 304, {}, "", "The agent answered with status 304."],
  [
    "that streams",
    200,
    { "content-type": "text/event-stream" },
    'data: {"choices": []}\n\n',
    "The agent answered with an event stream. It must answer without streaming.",
  ],
  ["that streams as plain text", 200, {}, "data: [DONE]\n\n", expect.stringContaining("an event stream")],
] as const)("an endpoint %s is described as such", async (_, status, headers, body, message) => {
  const reply = await ask((_message, response) => void response.writeHead(status, headers).end(body));
  expect(reply).toMatchObject({ ok: false, side: "agent", message });
});

test("an endpoint gets the trace that its turn keeps", async () => {
  const seen: unknown[] = [];
  const reply = await ask((message, response) => {
    seen.push(message.headers.traceparent);
    response.end(JSON.stringify({ choices: [{ message: { content: "Hello" }, finish_reason: "stop" }] }));
  });
  if (!reply.ok) throw new Error(reply.message);
  expect(seen).toEqual([expect.stringMatching(`^00-${reply.traceId}-[\\da-f]{16}-01$`)]);
});

test("an endpoint finds the call in a header", async () => {
  const seen: unknown[] = [];
  await ask((message, response) => {
    seen.push(message.headers["x-assay-call-id"]);
    response.end("{}");
  });
  expect(seen).toEqual(["c"]);
});
