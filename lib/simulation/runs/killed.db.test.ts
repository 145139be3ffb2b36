// A run whose process is killed with SIGKILL in the midst of turns. bench/simulation.ts does it to a whole server, twice.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { sendByFetch } from "@/lib/gateway/providers/fetch";
import { getExecutionTranscripts } from "./executions";
import { askingRow, callsIn, createRunTestOf, executionOf, playRun, startRun } from "./testing";

const CONVERSATIONS = 12;
const TURNS = 4;
const AT_ONCE = 6;
const database = suiteDatabase();
let child: ChildProcess;
const asked: string[] = [];
let whenAsked: (() => void) | null = null;

/** One turn in twenty fails, one in ten asks to wait the first time. */
const place = (conversation: number, turn: number) => conversation * TURNS + turn;
const fails = (nth: number) => nth % 20 === 7;
const isLimited = (nth: number) => nth % 10 === 3;

const agent = createServer((message, response) => {
  let body = "";
  message.on("data", (chunk) => {
    body += chunk;
  });
  message.on("end", async () => {
    const said: string = JSON.parse(body).new_message.content;
    const [conversation = -1, turn = -1] = (said.match(/\d+/g) ?? []).map(Number);
    const nth = place(conversation, turn);
    const isFirst = !asked.includes(said);
    asked.push(said);
    whenAsked?.();
    if (isLimited(nth) && isFirst) return response.writeHead(429, { "retry-after": "0" }).end("{}");
    await delay(20);
    if (fails(nth)) return response.writeHead(500).end("{}");
    return response.end(JSON.stringify({ content: `It is ${nth * 7919} of ${conversation}.` }));
  });
});
const addressOf = () => `http://127.0.0.1:${(agent.address() as AddressInfo).port}`; // safe: it listens on a port

let context: Context;
beforeAll(async () => {
  await once(agent.listen(0, "127.0.0.1"), "listening");
  const path = fileURLToPath(new URL("./killed-child.ts", import.meta.url));
  const started = spawn(process.execPath, ["--import", "tsx", path], {
    env: { ...process.env, DATABASE_URL: database.url, AGENT: addressOf() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child = started;
  const isReady = once(started.stdout, "data");
  context = await createCaller(database.db, await createOrganization(database.db));
  await isReady;
}, 30_000);
afterAll(() => {
  child.kill("SIGKILL");
  agent.close();
});

test("every conversation is held once, no turn double or lost, and the faults are the agent's", async () => {
  const rows = Array.from({ length: CONVERSATIONS }, (_, conversation) =>
    askingRow({
      script: JSON.stringify(Array.from({ length: TURNS }, (_, turn) => `In ${conversation} what is ${turn}?`)),
    }),
  );
  const settings = { simulator_model: "scripted", concurrency: AT_ONCE };
  const { run } = await createRunTestOf(context, rows, { settings });
  const { execution_id } = await startRun(context, run.id);
  const isHalfWay = new Promise<void>((resolve) => {
    whenAsked = () => void (asked.length > (CONVERSATIONS * TURNS) / 2 && resolve());
  });
  child.stdin?.write(`${context.caller.organizationId} ${execution_id}\n`);
  await isHalfWay;
  child.kill("SIGKILL");
  await once(child, "exit");
  const send = sendByFetch(globalThis.fetch);
  await playRun(context, execution_id, {
    send: (request) => send({ ...request, url: new URL(addressOf()), isGuarded: false }),
    now: () => new Date(),
    pause: (ms) => delay(ms),
  });
  const { results } = await getExecutionTranscripts(context, { test_execution_id: execution_id, page: 1, limit: 100 });
  const said = results.map(({ transcripts }) => transcripts.map(({ messages }) => messages.join("")));
  const expected = rows.map((_, conversation) => {
    const turns = Array.from({ length: TURNS }, (_, turn) => turn);
    const broken = turns.find((turn) => fails(place(conversation, turn)));
    return turns
      .filter((turn) => broken === undefined || turn <= broken)
      .flatMap((turn) => [
        `In ${conversation} what is ${turn}?`,
        ...(turn === broken ? [] : [`It is ${place(conversation, turn) * 7919} of ${conversation}.`]),
      ]);
  });
  expect(said).toEqual(expected);
  const calls = await callsIn(context, execution_id);
  expect(calls.map(({ status, faultSide, faultKind }) => `${status} ${faultSide} ${faultKind}`)).toEqual(
    expected.map(({ length }) => (length % 2 ? "failed agent http_error" : "completed null null")),
  );
  expect(await executionOf(context, execution_id)).toMatchObject({
    status: "completed",
    completedCalls: 9,
    failedCalls: 3,
  });
  // What was on its way at a death is asked for again, and no more than that.
  const limited = Array.from({ length: CONVERSATIONS * TURNS }, (_, nth) => nth).filter(isLimited).length;
  expect(asked.length - new Set(asked).size).toBeGreaterThan(limited);
  expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(limited + AT_ONCE);
});
