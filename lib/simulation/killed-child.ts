// A process that the suite kills during its work. It creates scenarios and plays executions, as its input says line by
// line. Agent, model and scripts are at STUB.
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "@/db/client";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import { sendByFetch } from "@/lib/gateway/providers/fetch";
import type { Send } from "@/lib/gateway/providers/provider";
import { advanceExecution } from "./runs/play/advance";
import { advanceGeneration } from "./scenarios/advance";
import { planRows, prepareDataset } from "./scenarios/build";
import { prepareGraph } from "./scenarios/draw-graph";

const { DATABASE_URL = "", STUB = "" } = process.env;
const byFetch = sendByFetch(globalThis.fetch);
const send: Send = (request) => byFetch({ ...request, url: new URL(request.url.pathname, STUB), isGuarded: false });
const services = { send, now: () => new Date(), pause: (ms: number) => delay(ms) };
const ask: AskModel = async (body) => {
  const answer = await fetch(new URL("/model", STUB), { method: "POST", body: JSON.stringify(body) });
  return { status: 200, body: await answer.json(), model: null, costUsd: 0, traceId: null, retryAfterSeconds: null };
};
const { db } = connect(DATABASE_URL, 8);

async function make(organizationId: string, id: string) {
  await prepareDataset(db, organizationId, id);
  await prepareGraph(db, send, organizationId, id);
  const requested = await planRows(db, organizationId, id);
  const generationId = String(requested?.data.generationId);
  while (!(await advanceGeneration(db, organizationId, generationId, async () => ask)).done);
}

process.stdout.write("ready\n");
for await (const line of createInterface(process.stdin)) {
  const [what, organizationId = "", id = ""] = line.split(" ");
  void (what === "make" ? make(organizationId, id) : advanceExecution(db, organizationId, id, { services }));
}
