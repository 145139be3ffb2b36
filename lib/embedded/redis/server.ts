// Upstash's REST protocol in front of a requester: `POST /` runs one command, `/pipeline` several, `/multi-exec` several as
// one. It is for other processes and for the edge runtime; the process that holds the data does not go through it.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { errors, type Requester } from "@upstash/redis";
import { log } from "@/lib/observe/log";
import { assertCommand, assertCommands, authorizer, Refusal, readJson } from "./request";

interface Answer {
  status: number;
  body: unknown;
}

const assertBody: ReadonlyMap<string, (body: unknown) => void> = new Map([
  ["", assertCommand],
  ["pipeline", assertCommands],
  ["multi-exec", assertCommands],
]);

export function createRestServer(requester: Requester, token: string): Server {
  const isAuthorized = authorizer(token);

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    if (!isAuthorized(request)) throw new Refusal(401, "Unauthorized");
    const kind = new URL(request.url ?? "/", "http://redis").pathname.slice(1);
    const assertFor = assertBody.get(kind);
    if (!assertFor) throw new Refusal(404, "ERR no such path; commands go to /, /pipeline and /multi-exec");
    if (request.method !== "POST") throw new Refusal(405, "ERR only POST is supported");
    const body = await readJson(request);
    assertFor(body);
    const reply = await requester.request({ body, ...(kind ? { path: [kind] } : {}) });
    return { status: reply.error === undefined ? 200 : 400, body: reply };
  };

  return createServer((request, response) => {
    answer(request)
      .catch(toRefusal)
      .then((reply) => send(response, reply));
  });
}

/** An engine's own words go to the log only: they may name hosts. */
function toRefusal(error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: { error: error.message } };
  if (error instanceof errors.UpstashError) return { status: 400, body: { error: error.message } };
  log("error", `redis: ${error instanceof Error ? error.message : String(error)}`);
  return { status: 502, body: { error: "ERR the command could not be carried out: the store did not answer" } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  const json = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
  response.end(json);
}
