import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Failure, notFound } from "./errors";
import { handledBy, whenAborted, whenNoFile, whenNotFound, whenNotJson, whenNotPlayed } from "./rejections";

const ended = new AbortController();
ended.abort();
const rejections: [name: string, rejected: () => Promise<unknown>][] = [
  ["not found", () => Promise.reject(notFound("Dataset not found."))],
  ["no file", () => readFile("/nowhere/at/all")],
  ["aborted", () => delay(1, undefined, { signal: ended.signal })],
  ["not JSON", () => new Response("<html>").json()],
  ["not played", () => Promise.reject(new DOMException("Click first.", "NotAllowedError"))],
  ["other failure", () => Promise.reject(new Failure("forbidden", "No."))],
  ["failed read", () => Promise.reject(new Error("Failed query: select"))],
  ["other thing", () => Promise.reject("text")],
];
const handlers = {
  whenNotFound: [whenNotFound, "not found"],
  whenNoFile: [whenNoFile, "no file"],
  whenAborted: [whenAborted, "aborted"],
  whenNotJson: [whenNotJson, "not JSON"],
  whenNotPlayed: [whenNotPlayed, "not played aborted"],
} as const;

describe.each(Object.entries(handlers))("%s", (_name, [when, taken]) => {
  test.each(rejections)("%s", async (name, rejected) => {
    const outcome = await rejected()
      .catch(when(() => "absent"))
      .catch(() => "thrown again");
    expect(outcome).toBe(taken.split(/ (?=aborted)/).includes(name) ? "absent" : "thrown again");
  });
});

test("a caller that names another reader of the error accepts any error", async () => {
  expect(await Promise.reject(new Error("Lost")).catch(handledBy("the await below"))).toBeUndefined();
});
