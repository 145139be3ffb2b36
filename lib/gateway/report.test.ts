import { expect, test, vi } from "vitest";
import { reportError } from "./report";

const failedQuery = () => {
  const cause = Object.assign(new Error('invalid input: "a prompt"'), { code: "22P02" });
  return new Error("Failed query: insert into usage values ($1)\nparams: a prompt", { cause });
};

test.each<[string, unknown, string]>([
  ["an error has its name and message", new TypeError("fetch failed"), "gateway: TypeError: fetch failed"],
  ["of a failed statement only its code", failedQuery(), "gateway: Error: database error 22P02"],
  ["what is thrown otherwise is not shown", "a key", "gateway: something other than an Error"],
  ["a long message is cut", new Error("x".repeat(400)), `gateway: Error: ${"x".repeat(300)}`],
])("%s", (_, error, expected) => {
  const written = vi.spyOn(console, "error").mockReturnValue();
  reportError(error);
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  expect(lines).toEqual([expect.stringContaining(JSON.stringify(expected).slice(1, -1))]);
});
