import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type EmbeddedRedis, startRedis } from "./start";

let redis: EmbeddedRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const bearer = () => ({ authorization: `Bearer ${redis.token}` });

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(redis.url + path, { method: "POST", headers: { ...bearer(), ...headers }, body: text });
  return { status: response.status, body: await response.json() };
}

beforeEach(() => post("/", ["FLUSHALL"]));

describe("one command", () => {
  it("answers with a result of any characters", async () => {
    expect(await post("/", ["HSET", "h", "f", "žluť 🜁"])).toEqual({ status: 200, body: { result: 1 } });
    expect(await post("/", ["HGET", "h", "f"])).toEqual({ status: 200, body: { result: "žluť 🜁" } });
    expect(await post("/", ["HGET", "h", "none"])).toEqual({ status: 200, body: { result: null } });
    expect(await post("/", ["RENAME", "h", "other"])).toEqual({ status: 200, body: { result: "OK" } });
  });

  it("stores a text with an expiry in milliseconds", async () => {
    expect(await post("/", ["SET", "t", "žluť", "PX", 60_000])).toEqual({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["GET", "t"])).toEqual({ status: 200, body: { result: "žluť" } });
    expect((await post("/", ["SET", "t", "x", "EX", 1])).body).toEqual({ error: "ERR syntax error" });
  });

  it("treats numbers and booleans as text", async () => {
    await post("/", ["HSET", "h", "n", 1.5, "b", true]);
    expect((await post("/", ["HGET", "h", "n"])).body).toEqual({ result: "1.5" });
    expect((await post("/", ["HGET", "h", "b"])).body).toEqual({ result: "true" });
    expect((await post("/", ["HGETALL", "h"])).body).toEqual({ result: ["n", "1.5", "b", "true"] });
    expect((await post("/", ["HGETALL", "none"])).body).toEqual({ result: [] });
  });

  it.each([
    ["a command that it does not have", ["NOSUCH", "x"], "ERR unknown command 'NOSUCH'"],
    ["arguments that are missing", ["HSET", "h", "f"], "ERR wrong number of arguments for 'hset' command"],
    ["Lua", ["EVAL", "return 1", 0], "ERR unknown command 'EVAL'"],
    ["a script that it does not know", ["EVALSHA", "0".repeat(40), 0], expect.stringMatching(/^ERR .* no function/)],
  ])("refuses %s with 400", async (_title, command, error) => {
    expect(await post("/", command)).toEqual({ status: 400, body: { error } });
  });

  it("accepts the sync token", async () => {
    expect((await post("/", ["PING"], { "upstash-sync-token": "abc" })).body).toEqual({ result: "PONG" });
  });
});

describe("several commands", () => {
  it("continue after an error in a pipeline", async () => {
    const { status, body } = await post("/pipeline", [
      ["HSET", "h", "f", "v"],
      ["RENAME", "none", "h"],
      ["HGET", "h", "f"],
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([{ result: 1 }, { error: "ERR no such key" }, { result: "v" }]);
  });

  it("are all refused in a transaction if one of them is invalid", async () => {
    const { status, body } = await post("/multi-exec", [["HSET", "h", "f", "v"], ["NOSUCH"]]);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringMatching(/^EXECABORT/) });
    expect((await post("/", ["HGET", "h", "f"])).body).toEqual({ result: null });
  });

  it("may be an empty list", async () => {
    expect(await post("/pipeline", [])).toEqual({ status: 200, body: [] });
    expect(await post("/multi-exec", [])).toEqual({ status: 200, body: [] });
  });
});

describe("a request", () => {
  it.each([
    ["no JSON", "/", "{oops", 400],
    ["an object", "/", {}, 400],
    ["an empty list", "/", [], 400],
    ["a nested list", "/", ["HGET", ["h"], "f"], 400],
    ["null as an argument", "/", ["HGET", "h", null], 400],
    ["a bare command as a pipeline", "/pipeline", ["PING"], 400],
    ["an unknown path", "/hget/h", ["PING"], 404],
    ["more than eight megabytes", "/", ["HSET", "h", "f", "x".repeat(9 * 1024 * 1024)], 413],
  ])("is refused: %s", async (_title, path, body, status) => {
    const answer = await post(path, body);
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
    expect((await post("/", ["PING"])).body).toEqual({ result: "PONG" });
  });

  it("may have seven megabytes", async () => {
    const value = "é".repeat(3.5 * 1024 * 1024);
    expect((await post("/", ["HSET", "h", "f", value])).status).toBe(200);
    expect((await post("/", ["HGET", "h", "f"])).body).toEqual({ result: value });
  });

  it.each([
    ["none", {}],
    ["a wrong one", { authorization: "Bearer wrong" }],
    ["another scheme", { authorization: "Basic x" }],
  ])("is refused with this token: %s", async (_title, headers: Record<string, string>) => {
    const response = await fetch(redis.url, { method: "POST", headers, body: '["PING"]' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: "Unauthorized" });
  });

  it("is refused if its method is not POST", async () => {
    expect((await fetch(redis.url, { headers: bearer() })).status).toBe(405);
  });
});

it("each server has its own port and token, and frees the port when it stops", async () => {
  const another = await startRedis();
  expect(another.url).not.toBe(redis.url);
  expect(another.token).not.toBe(redis.token);
  await another.stop();
  await expect(fetch(another.url)).rejects.toThrow();
});

it("the start fails at once if the external Redis is unreachable", async () => {
  const gone = await startRedis();
  await gone.stop();
  await expect(startRedis({ redisUrl: gone.url.replace("http:", "redis:") })).rejects.toThrow();
});
