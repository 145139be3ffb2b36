// The agent of the simulation's benchmark, by plan.ts: TURNS says how many a conversation has. Prints its port; GET says how often
// a turn was answered that had been before, since it was last asked.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { answerOf, fails, isLimited, LATENCY_MS, turnIn, WAIT_SECONDS } from "./plan";

const turns = Number(process.env.TURNS ?? 6);
const json = { "content-type": "application/json" };
const limited = new Set<string>();
const answered = new Set<string>();
let again = 0;

export const main = () =>
  createServer({ keepAliveTimeout: 60_000 }, (message, response) => {
    if (message.method === "GET") {
      response.writeHead(200, json).end(JSON.stringify({ again }));
      for (const set of [limited, answered]) set.clear();
      again = 0;
      return;
    }
    const chunks: Buffer[] = [];
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", async () => {
      const { messages } = JSON.parse(Buffer.concat(chunks).toString());
      const turn = turnIn(messages.at(-1)?.content ?? "");
      if (!turn) return response.writeHead(400, json).end(JSON.stringify({ error: { message: "Unknown question." } }));
      const key = JSON.stringify(turn);
      if (isLimited(turn, turns) && !limited.has(key)) {
        limited.add(key);
        const headers = { ...json, "retry-after": String(WAIT_SECONDS) };
        return response.writeHead(429, headers).end(JSON.stringify({ error: { message: "Too many requests." } }));
      }
      if (answered.has(key)) again += 1;
      answered.add(key);
      await wait(LATENCY_MS);
      if (fails(turn, turns))
        return response.writeHead(500, json).end(JSON.stringify({ error: { message: "Broken." } }));
      return response.writeHead(200, json).end(
        JSON.stringify({
          id: "answer",
          object: "chat.completion",
          created: 1,
          model: "agent",
          choices: [{ index: 0, message: { role: "assistant", content: answerOf(turn) }, finish_reason: "stop" }],
          usage: { prompt_tokens: 100, completion_tokens: 40, total_tokens: 140 },
        }),
      );
    });
  }).listen(0, "127.0.0.1", function (this: import("node:net").Server) {
    process.stdout.write(`port ${(this.address() as AddressInfo).port}\n`); // safe: it listens on a port
  });
