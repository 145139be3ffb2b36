// A provider that always says the same, and refuses what a gateway must not send it. Listens on a free port and prints it.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { BROKEN_MODEL, jsonAnswer, MODEL, PACE_MS, PACED_MODEL, PROVIDER_KEY, streamEvents } from "./conversation";

const json = { "content-type": "application/json" };
const server = createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
  const chunks: Buffer[] = [];
  message.on("data", (chunk: Buffer) => chunks.push(chunk));
  message.on("end", () => {
    const { model, stream, messages } = JSON.parse(Buffer.concat(chunks).toString());
    const isKnown = [MODEL, PACED_MODEL, BROKEN_MODEL].includes(model);
    if (message.headers.authorization !== `Bearer ${PROVIDER_KEY}` || !isKnown || messages?.length !== 2) {
      response.writeHead(400).end(JSON.stringify({ error: { message: "This is not what the client asked." } }));
    } else if (model === BROKEN_MODEL) {
      response.writeHead(500, json).end(JSON.stringify({ error: { message: "This provider is broken." } }));
    } else if (stream) void answerStream(response, model === PACED_MODEL);
    else {
      response.writeHead(200, { ...json, "content-length": Buffer.byteLength(jsonAnswer) }).end(jsonAnswer);
    }
  });
});

async function answerStream(response: ServerResponse, isPaced: boolean): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const event of streamEvents) {
    if (response.destroyed) return;
    response.write(event);
    await (isPaced ? wait(PACE_MS) : nextTurn());
  }
  response.end();
}

export const main = () =>
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });
