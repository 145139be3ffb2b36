// Where Postgres is out of reach: what the edge does when Redis has lost the projection.

import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { overWeb } from "@/lib/exchange/testing";
import { liveGateway, restoreProjectionBy } from "./live";
import { announceLoss } from "./record/live-events";
import { ask } from "./testing/memory-parts";
import { serve } from "./testing/serve";

let redis: EmbeddedRedis;
beforeAll(async () => {
  restoreProjectionBy(announceLoss); // another suite may have given the process its own way
  redis = await startRedis({});
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await redis.stop();
});

test("without Redis, the gateway answers 503", async () => {
  vi.stubEnv("UPSTASH_REDIS_REST_URL", "");
  const response = await overWeb({ ...liveGateway() }).createChatCompletion(ask());
  expect(response.status).toBe(503);
  expect(response.headers.get("x-ratelimit-limit-requests")).toBe("6000");
});

test("a lost projection is announced to Inngest, and the client has to retry", async () => {
  const events: unknown[] = [];
  const inngest = await serve(async (request) => {
    events.push([new URL(request.url).pathname, await request.json()]);
    return Response.json({ ids: [], status: 200 });
  });
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", redis.token);
  vi.stubEnv("INNGEST_BASE_URL", inngest.url);
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
  const response = await overWeb({ ...liveGateway() }).createChatCompletion(ask());
  inngest.stop();
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect((await response.json()).error.code).toBe("service_unavailable");
  const event = { name: "gateway/projection.lost", id: expect.stringMatching(/^projection-lost-\d+$/), data: {} };
  expect(events).toEqual([["/e/event-key", event]]);
});
