import { afterEach, expect, test, vi } from "vitest";
import { flushLog, lineOf, log, logSettings, logSoon } from "./log";
import { isExplained, Outage } from "./outages";

afterEach(() => vi.restoreAllMocks());

test.each([
  [undefined, undefined, false, { isJson: true, level: "info" }],
  [undefined, undefined, true, { isJson: false, level: "warn" }],
  ["json", undefined, true, { isJson: true, level: "info" }],
  ["text", undefined, false, { isJson: false, level: "warn" }],
  ["text", "debug", false, { isJson: false, level: "debug" }],
] as const)("ASSAY_LOG=%s and ASSAY_LOG_LEVEL=%s, at a terminal: %s", (format, level, isTerminal, expected) => {
  expect(logSettings(format, level, isTerminal)).toEqual(expected);
});

const line = { level: "warn", message: "Something.", fields: { one: 1, none: null, error: "E: x\n  at y" } } as const;
const time = new Date("2026-01-02T03:04:05.678Z");

test("a log line is JSON or a sentence, and is omitted below its level", () => {
  const json = lineOf({ ...line, time }, { isJson: true, level: "info" });
  expect(json).not.toContain("\n");
  expect(JSON.parse(json ?? "")).toEqual({
    time: "2026-01-02T03:04:05.678Z",
    level: "warn",
    message: "Something.",
    one: 1,
    none: null,
    error: "E: x\n  at y",
  });
  expect(lineOf({ ...line, time }, { isJson: false, level: "warn" })).toBe("Something. one=1 E: x\n  at y");
  expect(lineOf({ ...line, time }, { isJson: true, level: "error" })).toBeNull();
});

test("log lines of requests are written in batches", () => {
  const write = vi.spyOn(console, "error").mockReturnValue(undefined);
  logSoon("warn", "one", {});
  logSoon("error", "two", {});
  logSoon("debug", "three", {});
  expect(write).not.toHaveBeenCalled();
  flushLog();
  flushLog();
  expect(write.mock.calls).toEqual([["one\ntwo"]]);
  log("error", "four");
  expect(write).toHaveBeenLastCalledWith("four");
});

test("an outage is logged at its start and end, and its errors are not repeated", () => {
  const lines: string[] = [];
  const outage = new Outage("Redis", (level, message) => void lines.push(`${level} ${message}`));
  const error = new Error("connect ECONNREFUSED");
  outage.answered();
  for (let times = 0; times < 3; times += 1) outage.failed(error);
  outage.answered();
  outage.answered();
  expect(lines).toEqual([
    "error Redis does not answer.",
    expect.stringMatching(/^warn Redis answers again after 0 s\.$/),
  ]);
  expect(isExplained(new Error("no answer", { cause: error }))).toBe(true);
  expect(isExplained(new Error("another"))).toBe(false);
});
