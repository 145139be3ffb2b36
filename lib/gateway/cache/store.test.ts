import type { Redis } from "@upstash/redis";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { redisOver } from "@/lib/redis/redis";
import { restRequester } from "@/lib/redis/rest";
import { redisAnswers } from "./store";

let server: EmbeddedRedis;
let redis: Redis;
const work: Promise<unknown>[] = [];
const reported: unknown[] = [];
const answersIn = (store: Redis) =>
  redisAnswers(
    store,
    (error) => reported.push(error),
    (write) => work.push(write),
  );
const written = () => Promise.all(work.splice(0));
const MINUTE = 60_000;
const key = (name: string) => name.padEnd(64, "0");

beforeAll(async () => {
  server = await startRedis({});
  redis = redisOver(restRequester(server));
});
afterAll(() => server.stop());
beforeEach(async () => {
  await redis.flushall();
  reported.length = 0;
});

test("an answer is available for its time, only to its organization and under its key", async () => {
  const answers = answersIn(redis);
  answers.write("one", key("a"), '{"a":1}', MINUTE);
  await written();
  expect(await answers.read("one", key("a"))).toBe('{"a":1}');
  expect(await answers.read("two", key("a"))).toBeNull();
  // Of the same place, and another key.
  expect(await answers.read("one", key("a").replace(/0$/, "1"))).toBeNull();
  answers.write("one", key("a"), '{"a":1}', 1);
  await written();
  await vi.waitFor(async () => expect(await answers.read("one", key("a"))).toBeNull());
});

test("an organization has a limited number of cached answers", async () => {
  const answers = answersIn(redis);
  const keys = Array.from({ length: 9_000 }, (_, at) => key(at.toString(16).padStart(8, "0")));
  for (const each of keys) answers.write("one", each, "x", MINUTE);
  await written();
  const left = await Promise.all(keys.map((each) => answers.read("one", each)));
  expect(left.filter((text) => text === "x")).toHaveLength(4_096);
});

test("a long answer is not cached", async () => {
  const answers = answersIn(redis);
  answers.write("one", key("a"), "é".repeat(33_000), MINUTE);
  await written();
  expect(await answers.read("one", key("a"))).toBeNull();
});

test("without the store, nothing is cached, and nothing fails", async () => {
  const answers = answersIn(redisOver(restRequester({ url: "http://127.0.0.1:9", token: "x" })));
  answers.write("one", key("a"), "x", MINUTE);
  await written();
  expect(await answers.read("one", key("a"))).toBeNull();
  expect(reported).toHaveLength(2);
});
