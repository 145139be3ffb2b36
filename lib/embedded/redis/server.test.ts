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

const base64 = { "upstash-encoding": "base64" };
const encoded = (text: string) => Buffer.from(text, "utf8").toString("base64");

describe("one command", () => {
  it("answers a result, as text or in base64", async () => {
    expect(await post("/", ["SET", "k", "žluť"])).toEqual({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["GET", "k"])).toEqual({ status: 200, body: { result: "žluť" } });
    expect(await post("/", ["SET", "k", "🜁"], base64)).toEqual({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["GET", "k"], base64)).toEqual({ status: 200, body: { result: encoded("🜁") } });
    expect(await post("/", ["STRLEN", "k"], base64)).toEqual({ status: 200, body: { result: 4 } });
    expect(await post("/", ["TYPE", "k"], base64)).toEqual({ status: 200, body: { result: encoded("string") } });
  });

  it("encodes a stored OK, which only looks like the status", async () => {
    await post("/", ["SET", "k", "OK"]);
    expect((await post("/", ["GET", "k"], base64)).body).toEqual({ result: encoded("OK") });
    expect((await post("/", ["MGET", "k", "none"], base64)).body).toEqual({ result: [encoded("OK"), null] });
  });

  it("takes numbers and booleans for their text", async () => {
    await post("/", ["HSET", "h", "n", 1.5, "b", true]);
    expect((await post("/", ["HGETALL", "h"])).body).toEqual({ result: ["n", "1.5", "b", "true"] });
  });

  it("answers a refusal with 400 and Redis's words", async () => {
    expect(await post("/", ["NOSUCH", "x"])).toEqual({
      status: 400,
      body: { error: "ERR unknown command 'NOSUCH', with args beginning with: 'x'" },
    });
  });

  it("tolerates the sync token", async () => {
    expect((await post("/", ["PING"], { "upstash-sync-token": "abc" })).body).toEqual({ result: "PONG" });
  });
});

describe("several commands", () => {
  it("go on after an error in a pipeline", async () => {
    const { status, body } = await post("/pipeline", [
      ["SET", "k", "v"],
      ["INCR", "k"],
      ["GET", "k"],
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([{ result: "OK" }, { error: expect.stringMatching(/^ERR/) }, { result: "v" }]);
  });

  it("are all refused in a transaction that cannot be executed", async () => {
    const { status, body } = await post("/multi-exec", [["SET", "k", "v"], ["NOSUCH"]]);
    expect(status).toBe(400);
    expect(body).toEqual({ error: expect.stringMatching(/^EXECABORT/) });
    expect((await post("/", ["GET", "k"])).body).toEqual({ result: null });
  });

  it("may be none", async () => {
    expect(await post("/pipeline", [])).toEqual({ status: 200, body: [] });
    expect(await post("/multi-exec", [])).toEqual({ status: 200, body: [] });
  });
});

describe("a request that is no command", () => {
  it.each([
    ["no JSON", "/", "{oops", 400],
    ["an object", "/", {}, 400],
    ["an empty list", "/", [], 400],
    ["a nested list", "/", ["SET", ["k"], "v"], 400],
    ["null as an argument", "/", ["SET", "k", null], 400],
    ["a bare command as a pipeline", "/pipeline", ["GET", "k"], 400],
    ["an unknown path", "/get/k", ["GET", "k"], 404],
    ["more than eight megabytes", "/", ["SET", "k", "x".repeat(9 * 1024 * 1024)], 413],
  ])("%s", async (_title, path, body, status) => {
    const answer = await post(path, body);
    expect(answer).toEqual({ status, body: { error: expect.any(String) } });
    expect((await post("/", ["PING"])).body).toEqual({ result: "PONG" });
  });

  it("takes seven megabytes", async () => {
    const value = "é".repeat(3.5 * 1024 * 1024);
    expect((await post("/", ["SET", "k", value])).status).toBe(200);
    expect((await post("/", ["STRLEN", "k"])).body).toEqual({ result: 7 * 1024 * 1024 });
  });

  it.each([
    ["none", {}],
    ["a wrong one", { authorization: "Bearer wrong" }],
    ["another scheme", { authorization: "Basic x" }],
  ])("is refused with %s for a token", async (_title, headers: Record<string, string>) => {
    const response = await fetch(redis.url, { method: "POST", headers, body: '["PING"]' });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: "Unauthorized" });
  });

  it("is refused when it does not POST", async () => {
    expect((await fetch(redis.url, { headers: bearer() })).status).toBe(405);
  });
});

it("forgets everything at stop and frees its port", async () => {
  const another = await startRedis();
  expect(another.url).not.toBe(redis.url);
  expect(another.token).not.toBe(redis.token);
  await another.stop();
  await expect(fetch(another.url)).rejects.toThrow();
});

it("rejects at once when the Redis it is to stand for cannot be reached", async () => {
  const gone = await startRedis();
  await gone.stop();
  await expect(startRedis({ redisUrl: gone.url.replace("http:", "redis:") })).rejects.toThrow();
});
