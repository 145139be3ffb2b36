// Servers of one database whose clocks are off, one an hour ahead and one an hour behind: what people and clients do with one of
// them holds with the other.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connect } from "@/db/client";
import { type OwnServer, startOwnServer } from "@/db/testing/own-server";
import { startRespServer } from "@/lib/embedded/redis/testing/resp-server";
import { send } from "@/lib/http/testing/api";
import { exportOf, hexId } from "@/lib/traces/testing";
import { end, forget, type StartedServer, startServer, withoutSettings } from "./testing/own-server";

const HOUR_MS = 3_600_000;
const PATIENCE_MS = 180_000;
const KEYS = {
  ASSAY_INIT_API_KEY: "key-of-servers-with-clocks",
  ASSAY_INIT_SECRET_KEY: "secret-of-servers-with-clocks",
};
const PERSON = { email: "ada@example.com", password: "a long pass phrase" };
const owner = { "x-api-key": KEYS.ASSAY_INIT_API_KEY, "x-secret-key": KEYS.ASSAY_INIT_SECRET_KEY };

let database: OwnServer;
let redis: Awaited<ReturnType<typeof startRespServer>>;
let ahead: StartedServer;
let behind: StartedServer;

beforeAll(async () => {
  database = await startOwnServer();
  redis = await startRespServer();
  ahead = await start(HOUR_MS);
  behind = await start(-HOUR_MS);
}, 400_000);
afterAll(async () => {
  const started = [ahead, behind].filter((server) => server !== undefined);
  await Promise.all(started.map(({ starter }) => end(starter)));
  await Promise.all(started.map(({ directory }) => forget(directory)));
  await redis?.stop();
  await database?.stop();
});

async function start(shiftMs: number): Promise<StartedServer> {
  const variables = {
    ...KEYS,
    ASSAY_INIT_OWNER_EMAIL: PERSON.email,
    ASSAY_INIT_OWNER_PASSWORD: PERSON.password,
    AUTH_SECRET: "one secret of both servers, with more than thirty-two characters",
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    NODE_OPTIONS: `--require ${join(import.meta.dirname, "testing/shifted-clock.cjs")}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  };
  const server = await startServer({ variables, inherited: withoutSettings() });
  await vi.waitFor(() => expect(server.output()).toContain("Ready on"), PATIENCE_MS);
  return server;
}

const chat = { model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] };

test("the servers' clocks differ", async () => {
  const createdBy = async ({ target }: StartedServer): Promise<number> =>
    (await send(target.origin, "POST", "/v1/chat/completions", { headers: owner, body: chat })).body.created * 1000;
  expect((await createdBy(ahead)) - (await createdBy(behind))).toBeGreaterThan(1.9 * HOUR_MS);
});

const pairs: [string, () => [string, string]][] = [
  ["ahead, then behind", () => [ahead.target.origin, behind.target.origin]],
  ["behind, then ahead", () => [behind.target.origin, ahead.target.origin]],
];

describe.each(pairs)("%s:", (_, servers) => {
  const ask = async (server: 0 | 1, method: string, path: string, body?: unknown) => {
    const answer = await send(servers()[server], method, path, { headers: owner, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.result ?? answer.body;
  };

  test("a session begun at one server is valid at the other", async () => {
    const [one, other] = servers();
    const csrf = await fetch(`${one}/api/auth/csrf`);
    const { csrfToken } = await csrf.json();
    const cookies = csrf.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const form = new URLSearchParams({ ...PERSON, csrfToken });
    const headers = { cookie: cookies.join("; "), origin: one };
    const init = { method: "POST", body: form, headers, redirect: "manual" as const };
    const signedIn = await fetch(`${one}/api/auth/callback/credentials`, init);
    const session = signedIn.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
    const cookie = session.join("; ");
    const statusAt = async (url: string) =>
      (await send(url, "GET", "/accounts/user-info/", { headers: { cookie } })).status;
    expect([await statusAt(one), await statusAt(other)]).toEqual([200, 200]);
  });

  test("an item claimed at one server is submitted at the other, with a non-negative time", async () => {
    const name = randomUUID();
    const label = await ask(0, "POST", "/model-hub/annotations-labels/", { name, type: "text", settings: {} });
    const { id: queue } = await ask(0, "POST", "/model-hub/annotation-queues/", { name, label_ids: [label.id] });
    const run = { name, model: "m", prompt: "p", response: "r", status: "completed" };
    const source = await ask(0, "POST", "/tracer/prototype-runs/", run);
    const items = { items: [{ source_type: "prototype_run", source_id: source.id }] };
    await ask(0, "POST", `/model-hub/annotation-queues/${queue}/items/add-items/`, items);
    await ask(0, "POST", `/model-hub/annotation-queues/${queue}/update-status/`, { status: "active" });
    const { item } = await ask(0, "GET", `/model-hub/annotation-queues/${queue}/items/next-item/`);
    const path = `/model-hub/annotation-queues/${queue}/items/${item.id}`;
    await ask(0, "GET", `${path}/annotate-detail/`);
    const annotations = [{ label_id: label.id, value: "good" }];
    await ask(1, "POST", `${path}/annotations/submit/`, { annotations, complete: true });
    const progress = await ask(1, "GET", `/model-hub/annotation-queues/${queue}/progress/`);
    expect(progress).toMatchObject({ total: 1, completed: 1 });
    const { db, close } = connect(database.url, 1);
    const seats = await db.execute(sql`select work_ms >= 0 as known from item_seats where item_id = ${item.id}`);
    await close();
    expect(seats).toEqual([{ known: true }]);
  });

  test("model calls succeed and spans are found at both servers", async () => {
    for (const server of [0, 1] as const) await ask(server, "POST", "/v1/chat/completions", chat);
    const [traceId, name] = [hexId(16), `span ${randomUUID()}`];
    await ask(
      0,
      "POST",
      "/tracer/v1/traces",
      exportOf({ "service.name": name }, [{ traceId, spanId: hexId(8), name }]),
    );
    const trace = await ask(1, "GET", `/tracer/traces/${traceId}/`);
    expect(trace.spans.map((span: { name: string }) => span.name)).toEqual([name]);
  });
});
