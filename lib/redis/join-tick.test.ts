import { errors, type Requester } from "@upstash/redis";
import { expect, test } from "vitest";
import { redisOver } from "./redis";

/** A Redis that repeats each command's key, refuses the key `bad`, and cannot be reached for the key `gone`. */
function world() {
  const sent: unknown[] = [];
  const answerTo = ([, key]: string[]) => {
    if (key === "gone") throw new Error("out of reach");
    return key === "bad" ? { error: "ERR no" } : { result: key };
  };
  const requester = {
    async request({ path, body }: { path?: string[]; body: string[][] }) {
      sent.push([path, body]);
      return body.map(answerTo);
    },
  };
  // Safe because pipelines are all that is sent.
  return { redis: redisOver(requester as unknown as Requester), sent };
}
const later = async <T>(promises: number, work: () => Promise<T>): Promise<T> => {
  for (let turn = 0; turn < promises; turn++) await undefined;
  return work();
};

test("commands of one tick are sent together, and each gets its own answer", async () => {
  const { redis, sent } = world();
  const answers = await Promise.allSettled([
    redis.get("a"),
    later(2, () => redis.hget("b", "c")),
    redis.get("bad"),
    redis.get("123"),
  ]);
  expect(answers).toMatchObject([{ value: "a" }, { value: "b" }, { reason: { message: "ERR no" } }, { value: "123" }]);
  expect(answers[2]).toHaveProperty("reason", expect.any(errors.UpstashError));
  expect(sent).toEqual([
    [
      ["pipeline"],
      [
        ["get", "a"],
        ["get", "bad"],
        ["get", "123"],
        ["hget", "b", "c"],
      ],
    ],
  ]);
  await redis.get("d");
  expect(sent).toHaveLength(2);
});

test("if Redis is unreachable, all commands sent together fail", async () => {
  const { redis } = world();
  const answers = await Promise.allSettled([redis.get("a"), redis.get("gone")]);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await redis.get("a")).toBe("a");
});

test("an existing pipeline is sent unchanged", async () => {
  const { redis, sent } = world();
  expect(await redis.pipeline().get("a").get("b").exec()).toEqual(["a", "b"]);
  expect(sent).toHaveLength(1);
});
