// The build as Vercel runs it: Next's own server, with the variables that Vercel sets and those that the documentation names. Nothing
// else of this process's environment.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connection } from "@/db/client";
import { createDatabase } from "@/db/testing/database";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { environment } from "@/lib/env";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { testNamespace } from "@/lib/http/testing/environment";
import { isBuilt, type NextServer, startNext } from "@/lib/http/testing/next-server";
import { gatewayRoutes, onNode } from "@/scripts/vercel.mjs";

const root = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The first column of the page's first table. */
const documented = [...read("docs/deploy/vercel.md").matchAll(/^\| (`[A-Z_`, ]+`) +\|/gm)].flatMap(([, names = ""]) =>
  [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = ""]) => name),
);

describe.runIf(isBuilt())("on Vercel", () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let redis: EmbeddedRedis;
  let server: NextServer;
  let values: Record<string, string>;

  beforeAll(async () => {
    database = await createDatabase();
    const AUTH_SECRET = "b7a19f3c5d2e8046b7a19f3c5d2e8046";
    redis = await startRedis({ namespace: testNamespace({ AUTH_SECRET }) });
    values = {
      DATABASE_URL: `${database.url}?pgbouncer=true`,
      UPSTASH_REDIS_REST_URL: redis.url,
      UPSTASH_REDIS_REST_TOKEN: redis.token,
      INNGEST_EVENT_KEY: "an-event-key-of-the-tests",
      INNGEST_SIGNING_KEY: "signkey-prod-12345678",
      AUTH_SECRET,
      ADMIN_TOKEN: "c8b20a4d6e3f9157c8b20a4d6e3f9157",
    };
    expect(Object.keys(values).sort()).toEqual([...documented].sort());
    const ofVercel = {
      VERCEL: "1",
      VERCEL_ENV: "production",
      VERCEL_TARGET_ENV: "production",
      VERCEL_URL: "assay-abc123.vercel.app",
      VERCEL_PROJECT_PRODUCTION_URL: "assay.vercel.app",
      VERCEL_REGION: "iad1",
      VERCEL_DEPLOYMENT_ID: "dpl_abc123",
      TZ: ":UTC",
    };
    server = await startNext({ ...ofVercel, ...values }, { PATH: process.env.PATH });
  });
  afterAll(async () => {
    await connection().close();
    vi.unstubAllEnvs();
    await server?.close();
    await redis?.stop();
    await database?.drop();
  });

  test("readyz reports that it is ready", async () => {
    const answer = await fetch(`${server.url}/readyz`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: "ready" }]);
  });

  test("screens open, the gateway answers after an Inngest function has run, and metrics are unavailable", async () => {
    expect((await fetch(`${server.url}/sign-in`)).status).toBe(200);
    expect((await fetch(`${server.url}/v1/models`)).status).toBe(503);
    // What Inngest does after the request above.
    for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value);
    await rebuildProjection();
    expect((await fetch(`${server.url}/v1/models`)).status).toBe(401);
    const headers = { authorization: `Bearer ${values.ADMIN_TOKEN}` };
    expect((await fetch(`${server.url}/-/metrics`, { headers })).status).toBe(501);
  });

  test("an edge function fits into 1 MB compressed, with 150 kB left for what Vercel adds", () => {
    const { functions } = JSON.parse(read(".next/server/middleware-manifest.json"));
    const sizes = Object.values<{ files: string[] }>(functions).map(({ files }) => {
      const code = files.map((file) => readFileSync(join(root, ".next", file)));
      return gzipSync(Buffer.concat(code)).length;
    });
    expect(sizes).toHaveLength(gatewayRoutes().length);
    expect(Math.max(...sizes)).toBeLessThan(850_000);
  });
});

test("vercel.json names only existing files and known settings", () => {
  const { buildCommand, functions } = JSON.parse(read("vercel.json"));
  expect(existsSync(join(root, buildCommand.replace("node ", "")))).toBe(true);
  for (const path of Object.keys(functions)) expect(existsSync(join(root, path))).toBe(true);
  expect(Object.keys(environment.shape)).toEqual(expect.arrayContaining(documented));
});

test("each gateway route can move from edge to Node with no other change", () => {
  const routes = gatewayRoutes();
  expect(routes.length).toBeGreaterThan(10);
  for (const path of routes) {
    const text = readFileSync(path, "utf8");
    expect(onNode(text).replace('"nodejs"', '"edge"')).toBe(text);
    expect(onNode(text)).not.toContain('"edge"');
  }
  expect(() => onNode("export const GET = 1;")).toThrow("lacks the line");
});
