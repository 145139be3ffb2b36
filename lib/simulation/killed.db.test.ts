// Work whose process is killed with SIGKILL: a run in the midst of turns, scenarios while they are made; and a run whose database goes
// away. bench/simulation.ts does it to a whole server.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/client";
import { datasetRows, datasets, generatedRows, scenarioGenerations } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { sendByFetch } from "@/lib/gateway/providers/fetch";
import { openDatabaseLink } from "@/lib/http/testing/database-link";
import { getExecutionTranscripts } from "./runs/executions/executions";
import { advanceExecution, type RunServices } from "./runs/play/advance";
import { askingRow, callsIn, createRunTestOf, executionOf, playRun, startRun } from "./runs/testing";
import { getScenario } from "./scenarios/scenarios";
import { build, startTestScenario, write } from "./scenarios/testing";

const CONVERSATIONS = 12;
const TURNS = 4;
const AT_ONCE = 6;
const GRAPH = { nodes: [{ name: "Greet", type: "conversation", isStart: true, prompt: "Greet" }], edges: [] };
const database = suiteDatabase();
let child: ChildProcess;
const requests: string[] = [];
let whenAsked: (() => void) | null = null;

/** One turn in twenty fails, one in ten asks to wait the first time. */
const position = (conversation: number, turn: number) => conversation * TURNS + turn;
const fails = (nth: number) => nth % 20 === 7;
const isLimited = (nth: number) => nth % 10 === 3;

/** Rows that the model writes, in three questions of which it answers the first; what comes then, and the script, the killed wait for. */
const ROWS = 24;
const isHeld = new Set<string>();
let isKilled = false;
const written: string[] = [];

async function answerAgent(body: string, response: ServerResponse) {
  const content: string = JSON.parse(body).new_message.content;
  const [conversation = -1, turn = -1] = (content.match(/\d+/g) ?? []).map(Number);
  const nth = position(conversation, turn);
  const isFirst = !requests.includes(content);
  requests.push(content);
  whenAsked?.();
  if (isLimited(nth) && isFirst) return response.writeHead(429, { "retry-after": "0" }).end("{}");
  await delay(20);
  if (fails(nth)) return response.writeHead(500).end("{}");
  return response.end(JSON.stringify({ content: `It is ${nth * 7919} of ${conversation}.` }));
}

function answerModel(body: string, response: ServerResponse) {
  const count = Number(/Write rows 1 to (\d+)/.exec(body)?.[1] ?? 0);
  if (!isKilled && written.length > 0) return void isHeld.add("/model");
  const rows = Array.from({ length: count }, (_, index) => {
    const situation = `The customer asks for the parcel number ${written.length} and is in a hurry.`;
    written.push(situation);
    return { row: index + 1, c1: situation, c2: "It was found, and everybody knew what came next." };
  });
  response.end(JSON.stringify({ choices: [{ message: { content: JSON.stringify({ rows }) } }] }));
}

function answerScript(response: ServerResponse) {
  if (!isKilled) return void isHeld.add("/script");
  response.writeHead(200, { "content-type": "text/plain" }).end("Agent: Hello\nCustomer: Where is it?\nAgent: Here");
}

const stub = createServer(async (message, response) => {
  const body = await text(message);
  if (message.url === "/script") answerScript(response);
  else if (message.url === "/model") answerModel(body, response);
  else await answerAgent(body, response);
});
const addressOf = () => `http://127.0.0.1:${(stub.address() as AddressInfo).port}`; // safe: it listens on a port

let context: Context;
beforeAll(async () => {
  await once(stub.listen(0, "127.0.0.1"), "listening");
  const path = fileURLToPath(new URL("./killed-child.ts", import.meta.url));
  const started = spawn(process.execPath, ["--import", "tsx", path], {
    env: { ...process.env, DATABASE_URL: database.url, STUB: addressOf() },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child = started;
  const isReady = once(started.stdout, "data");
  context = await createCaller(database.db, await createOrganization(database.db));
  await isReady;
}, 30_000);
afterAll(() => {
  child.kill("SIGKILL");
  stub.close();
});

const services = (): RunServices => {
  const send = sendByFetch(globalThis.fetch);
  return {
    send: (request) => send({ ...request, url: new URL(request.url.pathname, addressOf()), isGuarded: false }),
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
  requests.length = 0;
  const isHalfWay = new Promise<void>((resolve) => {
    whenAsked = () => void (requests.length > (CONVERSATIONS * TURNS) / 2 && resolve());
  });
  return { executionId: (await startRun(context, run.id)).execution_id, isHalfWay };
}

/** Every conversation was held once, no turn is double or lost, each fault is its side's, and little was asked for again. */
async function expectPlayed(executionId: string) {
  const { results } = await getExecutionTranscripts(context, { test_execution_id: executionId, page: 1, limit: 100 });
  const texts = results.map(({ transcripts }) => transcripts.map(({ messages }) => messages.join("")));
  const expected = Array.from({ length: CONVERSATIONS }, (_, conversation) => {
    const turns = Array.from({ length: TURNS }, (_, turn) => turn);
    const broken = turns.find((turn) => fails(position(conversation, turn)));
    return turns
      .filter((turn) => broken === undefined || turn <= broken)
      .flatMap((turn) => [
        `In ${conversation} what is ${turn}?`,
        ...(turn === broken ? [] : [`It is ${position(conversation, turn) * 7919} of ${conversation}.`]),
      ]);
  });
  expect(texts).toEqual(expected);
  const calls = await callsIn(context, executionId);
  expect(calls.map(({ status, faultSide, faultKind }) => `${status} ${faultSide} ${faultKind}`)).toEqual(
    expected.map(({ length }) => (length % 2 ? "failed agent http_error" : "completed null null")),
  );
  const counts = { status: "completed", completedCalls: 9, failedCalls: 3 };
  expect(await executionOf(context, executionId)).toMatchObject(counts);
  const limited = Array.from({ length: CONVERSATIONS * TURNS }, (_, nth) => nth).filter(isLimited).length;
  const again = requests.length - new Set(requests).size - limited;
  // What was on its way is asked for again, and no more than that.
  expect(again).toBeLessThanOrEqual(AT_ONCE);
  return again;
}

const ask: AskModel = async (body) => {
  const answer = await fetch(`${addressOf()}/model`, { method: "POST", body: JSON.stringify(body) });
  return { status: 200, body: await answer.json(), model: null, costUsd: 0, traceId: null, retryAfterSeconds: null };
};

/** The jobs that made and wrote it are taken again: one dataset, one request, every row once, and what was written stays. */
async function expectMade(id: string, kept: readonly string[]) {
  const { db } = context;
  await build(context, id, services().send);
  const [generation, ...more] = await db
    .select()
    .from(scenarioGenerations)
    .where(eq(scenarioGenerations.scenarioId, id));
  expect(more).toEqual([]);
  await write(context, generation?.id ?? "", ask);
  const { name, status, dataset_id } = await getScenario(context, { scenario_id: id });
  const own = await db.select().from(datasets).where(eq(datasets.name, name));
  expect([status, own.map((dataset) => dataset.id)]).toEqual(["Completed", [dataset_id]]);
  const rows = await db
    .select()
    .from(datasetRows)
    .where(eq(datasetRows.datasetId, dataset_id ?? ""));
  const tried = await db
    .select()
    .from(generatedRows)
    .where(eq(generatedRows.generationId, generation?.id ?? ""));
  expect(tried.map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(Array(ROWS).fill("done 1"));
  const situations = rows.map(({ cells }) => Object.values(cells).find((cell) => kept.includes(cell)));
  expect([rows.length, new Set(rows.map(({ cells }) => JSON.stringify(cells))).size]).toEqual([ROWS, ROWS]);
  expect(situations.filter((situation) => situation !== undefined)).toEqual(kept);
}

test("a run and a scenario generation continue after their process is killed", async () => {
  const tell = (what: string, id: string) => child.stdin?.write(`${what} ${context.caller.organizationId} ${id}\n`);
  const [scripted, modelled] = [
    { name: "Scripted", kind: "script", script_url: "https://example.com/script" },
    { name: "Modelled", graph: GRAPH, generator_model: "openai/writer" },
  ];
  const scenarios = await Promise.all(
    [scripted, modelled].map((body) => startTestScenario(context, { ...body, no_of_rows: ROWS })),
  );
  for (const { id } of scenarios) tell("make", id);
  await expect.poll(() => isHeld.size, { interval: 10, timeout: 15_000 }).toBe(2);
  const { executionId, isHalfWay } = await startPlanned();
  tell("play", executionId);
  await isHalfWay;
  child.kill("SIGKILL");
  await once(child, "exit");
  isKilled = true;
  const before = [...written];
  await playRun(context, executionId, services());
  expect(await expectPlayed(executionId)).toBeGreaterThan(0);
  await expectMade(scenarios[0]?.id ?? "", []);
  await expectMade(scenarios[1]?.id ?? "", before);
});

test("a run waits while the database is down in mid-turn", async () => {
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
  for (let done = false; !done && failures.length < 20; )
    done = await advanceExecution(db, context.caller.organizationId, executionId, { services: services() }).then(
      (step) => step.done,
      (error: unknown) => {
        failures.push(error);
        return false;
      },
    );
  await away;
  await close();
  await link.close();
  await expectPlayed(executionId);
});
