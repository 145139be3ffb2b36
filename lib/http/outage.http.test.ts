// The database gone, and hanging, under a running server: a clear 503 in bounded time, nothing half-written, and work goes on
// when it is back, in the same process.
import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { queueItems, queueLabels, queueMembers, queues } from "@/db/schema";
import { contextOf } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { bearer, createCredentials } from "./testing/api";
import { type DatabaseLink, openDatabaseLink } from "./testing/database-link";
import { type Mounted, mounts, startMount } from "./testing/mounts";

const queuesPath = "/model-hub/annotation-queues/";
// A hang is a failure; this is how long a request may take before it counts as one.
const PATIENCE_MS = 30_000;

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let link: DatabaseLink;
  let headers: Record<string, string>;
  let queue: TestQueue;
  let labelIds: string[];
  beforeAll(async () => {
    server = await startMount(mount, async (url) => {
      link = await openDatabaseLink(url);
      return link.url;
    });
    const credentials = await createCredentials(server.db);
    headers = { ...bearer(credentials), "content-type": "application/json" };
    const owner = contextOf(server.db, credentials.organization, credentials.userId, "Owner");
    queue = await createTestQueue(owner, credentials.organization, { items: 5 });
    labelIds = [];
    for (const type of ["text", "numeric", "thumbs_up_down"] as const)
      labelIds.push((await createLabel(owner, { name: type, type, settings: {}, allow_notes: false })).id);
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await link?.close();
  });

  async function call(method: string, path: string, body?: unknown) {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const init = { method, headers, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const response = await fetch(`${server.url}${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  }
  const read = () => call("GET", queuesPath);
  const create = (name: string) => call("POST", queuesPath, { name, label_ids: labelIds });
  const submit = () =>
    call("POST", `${queuesPath}${queue.queue_id}/items/${queue.itemIds[0]}/annotations/submit/`, {
      annotations: [{ label_id: queue.labelId, value: 4 }],
    });
  const take = () => call("GET", `${queuesPath}${queue.queue_id}/items/next-item/`);
  const exported = () => call("GET", `${queuesPath}${queue.queue_id}/export/`);
  const names = (count: number) => Array.from({ length: count }, () => `Queue ${randomUUID()}`);
  const working = () => vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: PATIENCE_MS });

  /** Every queue that is there is there with its labels and its creator. */
  async function expectWhole(name: string, made: boolean | undefined): Promise<void> {
    const [row] = await server.db.select().from(queues).where(eq(queues.name, name));
    if (made !== undefined) expect(`${name} ${row !== undefined}`).toBe(`${name} ${made}`);
    if (!row) return;
    expect(await server.db.$count(queueLabels, eq(queueLabels.queueId, row.id))).toBe(labelIds.length);
    expect(await server.db.$count(queueMembers, eq(queueMembers.queueId, row.id))).toBe(1);
  }

  const outages: [string, () => Promise<void> | void][] = [
    ["gone", () => link.cut()],
    ["hanging", () => link.freeze()],
  ];
  test.each(outages)(
    "requests get 503 while the database is %s, and no write is left half done",
    async (_, begin) => {
      await Promise.all(names(20).map(create));
      const caught = names(20);
      const calls = caught.map(create);
      await Promise.race(calls); // some are done then, the others under way
      await begin();
      const delayed = names(10);
      const refused = await Promise.all([read(), submit(), take(), exported(), ...delayed.map(create), read()]);
      for (const answer of refused) {
        expect(`${answer.status} ${answer.text}`).toMatch(/^503 /);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(JSON.parse(answer.text)).toMatchObject({
          status: false,
          type: "service_unavailable",
          message: expect.stringMatching(/database/),
        });
      }
      const probes = await Promise.all(["/livez", "/healthz", "/readyz"].map((path) => call("GET", path)));
      expect(probes.map(({ status }) => status)).toEqual([200, 200, 503]);
      expect(JSON.parse(probes[2]?.text ?? "")).toMatchObject({
        code: "not_ready",
        message: expect.stringMatching(/^PostgreSQL does not answer\./),
        dependencies: { database: "no_answer", redis: "ok" },
      });
      const answers = await Promise.all(calls);
      await link.mend();
      await working();
      for (const [index, answer] of answers.entries()) {
        expect([200, 503]).toContain(answer.status);
        await expectWhole(caught[index] ?? "", answer.status === 200 ? true : undefined);
      }
      for (const name of delayed) await expectWhole(name, false);
      const [item] = await server.db
        .select()
        .from(queueItems)
        .where(and(eq(queueItems.id, queue.itemIds[0] ?? ""), isNull(queueItems.deletedAt)));
      expect(item).toMatchObject({ status: "pending" });
      expect((await create(`Queue ${randomUUID()}`)).status).toBe(200);
    },
    120_000,
  );
});
