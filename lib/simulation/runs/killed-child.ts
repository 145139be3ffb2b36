// A process that the suite kills in the midst of a run: plays EXECUTION on as soon as it is told to, with the agent at AGENT.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "@/db/client";
import { sendByFetch } from "@/lib/gateway/providers/fetch";
import { advanceExecution } from "./advance";

const { DATABASE_URL = "", AGENT = "" } = process.env;
const send = sendByFetch(globalThis.fetch);
const means = {
  send: (request: Parameters<typeof send>[0]) => send({ ...request, url: new URL(AGENT), isGuarded: false }),
  now: () => new Date(),
  pause: (ms: number) => delay(ms),
};
const { db } = connect(DATABASE_URL, 8);
process.stdout.write("ready\n");
const [told] = await once(process.stdin, "data");
const [organizationId = "", executionId = ""] = String(told).trim().split(" ");
await advanceExecution(db, organizationId, executionId, { means });
