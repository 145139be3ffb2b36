// A judge that always passes, after LATENCY_MS; of its calls one in FAILS_ONE_IN fails, none where that is 0. Prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const latency = Number(process.env.LATENCY_MS ?? 200);
const failsOneIn = Number(process.env.FAILS_ONE_IN ?? 0);
const json = { "content-type": "application/json" };
const answer = JSON.stringify({
  id: "answer",
  object: "chat.completion",
  created: 1,
  model: "judge",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: JSON.stringify({ explanation: "It answers.", result: "Pass" }) },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: 300, completion_tokens: 20, total_tokens: 320 },
});
let calls = 0;

export const main = () =>
  createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
    message.resume();
    message.on("end", async () => {
      const nth = ++calls;
      await wait(latency);
      if (failsOneIn > 0 && nth % failsOneIn === 0)
        response.writeHead(503, json).end(JSON.stringify({ error: { message: "Overloaded." } }));
      else response.writeHead(200, { ...json, "content-length": Buffer.byteLength(answer) }).end(answer);
    });
  }).listen(0, "127.0.0.1", function (this: import("node:net").Server) {
    process.stdout.write(`port ${(this.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });
