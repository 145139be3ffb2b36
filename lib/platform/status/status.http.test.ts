// The status of an installation while its database goes and comes back, and what the log has of it.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { send } from "@/lib/http/testing/api";
import { type DatabaseLink, openDatabaseLink } from "@/lib/http/testing/database-link";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";
import { storeMinute } from "./record-status";

let server: Mounted;
let link: DatabaseLink;
beforeAll(async () => {
  server = await startMount("stand-alone", async (url) => {
    link = await openDatabaseLink(url);
    return link.url;
  });
});
afterAll(async () => {
  await server?.stop();
  await link?.close();
});

const stateOf = async (part: string) => {
  const { status, body } = await send(server.url, "GET", "/health/status/");
  expect(status).toBe(200);
  const found = body.parts.find((each: { part: string }) => each.part === part);
  return [found.state, body.history === null ? "no history" : body.history.length];
};

test("an outage is shown to everybody without the unreadable history, and logged once", async () => {
  const state = "working";
  const parts = { platform: state, gateway: state, jobs: state, database: state, redis: state } as const;
  await storeMinute(server.db, { at: Date.parse("2026-03-01T10:00:00Z"), parts });
  expect(await stateOf("database")).toEqual(["working", 5]);
  // The server of these tests runs no jobs.
  expect(await stateOf("jobs")).toEqual(["down", 5]);
  const write = vi.spyOn(console, "error").mockReturnValue(undefined);
  await link.cut();
  for (const _ of [1, 2]) {
    expect(await stateOf("platform")).toEqual(["down", "no history"]);
    expect(await stateOf("gateway")).toEqual(["degraded", "no history"]);
  }
  await link.mend();
  await vi.waitFor(async () => expect(await stateOf("database")).toEqual(["working", 5]), { timeout: 30_000 });
  const lines = write.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith("PostgreSQL"));
  write.mockRestore();
  expect(lines).toEqual([
    "PostgreSQL does not answer.",
    expect.stringMatching(/^PostgreSQL answers again after [\d.]+ s\.$/),
  ]);
});
