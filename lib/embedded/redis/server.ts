// Upstash's REST protocol in front of an engine: `POST /` runs one command, `/pipeline` several, `/multi-exec` several as one.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Engine, RedisError } from "./engine";
import {
  type Answer,
  authorizer,
  type Encode,
  encodingOf,
  Refusal,
  readJson,
  toAnswer,
  toCommand,
  toCommands,
} from "./request";

interface Response {
  status: number;
  body: Answer | Answer[];
}

type Operation = (engine: Engine, body: unknown, encode: Encode) => Promise<Response>;

const single: Operation = async (engine, body, encode) => {
  const answer = toAnswer(await engine.run(toCommand(body)), encode);
  return { status: answer.error === undefined ? 200 : 400, body: answer };
};

const pipeline: Operation = async (engine, body, encode) => {
  const replies = await Promise.all(toCommands(body).map((command) => engine.run(command)));
  return { status: 200, body: replies.map((reply) => toAnswer(reply, encode)) };
};

const multiExec: Operation = async (engine, body, encode) => {
  const replies = await engine.transaction(toCommands(body));
  if (replies instanceof RedisError) return { status: 400, body: toAnswer(replies, encode) };
  return { status: 200, body: replies.map((reply) => toAnswer(reply, encode)) };
};

const operations: ReadonlyMap<string, Operation> = new Map([
  ["/", single],
  ["/pipeline", pipeline],
  ["/multi-exec", multiExec],
]);

export function createRestServer(engine: Engine, token: string): Server {
  const isAuthorized = authorizer(token);

  const respond = async (request: IncomingMessage): Promise<Response> => {
    if (!isAuthorized(request)) throw new Refusal(401, "Unauthorized");
    const operation = operations.get(new URL(request.url ?? "/", "http://redis").pathname);
    if (!operation) throw new Refusal(404, "ERR no such path; commands go to /, /pipeline and /multi-exec");
    if (request.method !== "POST") throw new Refusal(405, "ERR only POST is supported");
    return operation(engine, await readJson(request), encodingOf(request));
  };

  return createServer((request, response) => {
    respond(request)
      .catch(toRefusal)
      .then((answer) => send(response, answer));
  });
}

/** An engine's own words go to the log only: they may name hosts. */
function toRefusal(error: unknown): Response {
  if (error instanceof Refusal) return { status: error.status, body: { error: error.message } };
  process.stderr.write(`redis: ${error instanceof Error ? error.message : String(error)}\n`);
  return { status: 502, body: { error: "ERR the command could not be carried out: the store did not answer" } };
}

function send(response: ServerResponse, { status, body }: Response): void {
  const json = JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(json) });
  response.end(json);
}
