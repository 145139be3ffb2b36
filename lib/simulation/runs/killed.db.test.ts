// A run whose process is killed with SIGKILL, or whose database goes away, in the midst of turns. bench/simulation.ts does it to a
// whole server.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/client";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { sendByFetch } from "@/lib/gateway/providers/fetch";
import { openDatabaseLink } from "@/lib/http/testing/database-link";
import { advanceExecution, type Means } from "./advance";
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

const means = (): Means => {
  const send = sendByFetch(globalThis.fetch);
  return {
    send: (request) => send({ ...request, url: new URL(addressOf()), isGuarded: false }),
    now: () => new Date(),
    pause: (ms) => delay(ms),
  };
};

/** A run that nobody plays yet, and when the agent was asked half of what it will be. */
async function startPlanned() {
  const rows = Array.from({ length: CONVERSATIONS }, (_, conversation) =>
    askingRow({
      script: JSON.stringify(Array.from({ length: TURNS }, (_, turn) => `In ${conversation} what is ${turn}?`)),
    }),
  );
  const settings = { simulator_model: "scripted", concurrency: AT_ONCE };
  const { run } = await createRunTestOf(context, rows, { settings });
  asked.length = 0;
  const isHalfWay = new Promise<void>((resolve) => {
    whenAsked = () => void (asked.length > (CONVERSATIONS * TURNS) / 2 && resolve());
  });
  return { executionId: (await startRun(context, run.id)).execution_id, isHalfWay };
}

/** Every conversation was held once, no turn is double or lost, each fault is its side's, and little was asked for again. */
async function expectPlayed(executionId: string) {
  const { results } = await getExecutionTranscripts(context, { test_execution_id: executionId, page: 1, limit: 100 });
  const said = results.map(({ transcripts }) => transcripts.map(({ messages }) => messages.join("")));
  const expected = Array.from({ length: CONVERSATIONS }, (_, conversation) => {
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
  const calls = await callsIn(context, executionId);
  expect(calls.map(({ status, faultSide, faultKind }) => `${status} ${faultSide} ${faultKind}`)).toEqual(
    expected.map(({ length }) => (length % 2 ? "failed agent http_error" : "completed null null")),
  );
  const counted = { status: "completed", completedCalls: 9, failedCalls: 3 };
  expect(await executionOf(context, executionId)).toMatchObject(counted);
  const limited = Array.from({ length: CONVERSATIONS * TURNS }, (_, nth) => nth).filter(isLimited).length;
  const again = asked.length - new Set(asked).size - limited;
  // What was on its way is asked for again, and no more than that.
  expect(again).toBeLessThanOrEqual(AT_ONCE);
  return again;
}

test("a process that is killed in mid-turn is gone on from", async () => {
  const { executionId, isHalfWay } = await startPlanned();
  child.stdin?.write(`${context.caller.organizationId} ${executionId}\n`);
  await isHalfWay;
  child.kill("SIGKILL");
  await once(child, "exit");
  await playRun(context, executionId, means());
  expect(await expectPlayed(executionId)).toBeGreaterThan(0);
});

test("a database that is away in mid-turn is waited for", async () => {
  const link = await openDatabaseLink(database.url);
  const { db, close } = connect(link.url, 8);
  const { executionId, isHalfWay } = await startPlanned();
  const away = isHalfWay.then(async () => {
    await link.cut();
    await delay(200);
    await link.mend();
  });
  const failures: unknown[] = [];
  // A step that fails is taken again, as the job does.
  for (let isOpen = true; isOpen && failures.length < 20; )
    isOpen = await advanceExecution(db, context.caller.organizationId, executionId, { means: means() }).then(
      (advanced) => advanced.isOpen,
      (error: unknown) => failures.push(error) > 0,
    );
  await away;
  await close();
  await link.close();
  await expectPlayed(executionId);
});
