import { describe, expect, it, test } from "vitest";
import { cases } from "../metrics/testing/cases";
import { codeProblem, runCode } from "./run-code";

/** Smaller than what holds outside, so that nobody waits here. */
const small = { milliseconds: 250, stack: 256 * 1024, answer: 100_000 };
const brief = { ...small, milliseconds: 100 };
/** For what is not about time, however busy the machine is. */
const patient = { ...small, milliseconds: 30_000 };
const run = (body: string, inputs = {}, params = {}, limits?: typeof small) =>
  runCode(`function evaluate(inputs, params) { ${body} }`, inputs, params, limits && { limits });

describe("results of code", () => {
  it.each([
    ["a number", "return 0.25", 0.25, "The code returned 0.25."],
    ["a boolean", "return true", 1, "The code returned true."],
    ["a word", 'return "Failed"', 0, "The code returned Failed."],
    ["a score and why", 'return {score: 0.5, reason: "half"}', 0.5, "half"],
    ["a result", "return {result: false}", 0, "The code returned false."],
    ["a promise", "return Promise.resolve().then(() => 1)", 1, "The code returned 1."],
    ["too much", 'return {score: 7, reason: "many"}', 1, "many (7 is taken as 1)"],
    ["of its inputs", "return inputs.text.length / params.most", 0.5, "The code returned 0.5."],
    [
      "of a date that is given",
      'return new Date("2026-01-01").getUTCFullYear() === 2026',
      1,
      "The code returned true.",
    ],
  ])("%s", async (_, body, score, reason) => {
    expect(await run(body, { text: "ünï😀" }, { most: 10 })).toEqual({ score, reason });
  });
});

describe("results without a score", () => {
  it.each([
    ["not a number", "return NaN", /The score is not a finite number: NaN/],
    ["infinite", "return {score: -1 / 0}", /not a finite number: -Infinity/],
    ["nothing", "", /returned no score/],
    ["prose", 'return "rather good"', /not a finite number: rather good/],
    ["a list", "return [1]", /not a finite number/],
    ["a failure", "return inputs.a.b", /The code failed: TypeError/],
    ["a failed promise", 'return Promise.reject(new Error("no"))', /The code failed: Error: no/],
    ["a promise that waits forever", "return new Promise(() => {})", /never settled/],
    ["an answer that is too long", 'return {score: 1, reason: "x".repeat(200000)}', /at most 100000/],
    ["a loop", "for (;;) ;", /longer than 0\.25 s/],
    [
      "promises without end",
      "const again = () => Promise.resolve().then(again); return again()",
      // Each waits for the next, so that they also fill the memory: which comes first, the machine's speed decides.
      /needs more than 64 MB|longer than 0\.25 s/,
    ],
    ["a pattern that backtracks", 'return /^(a+)+$/.test("a".repeat(40) + "b")', /longer than 0\.25 s|failed/],
    ["recursion", "const f = () => f() + 1; return f()", /calls itself too deep/],
    [
      "allocation",
      'const all = []; for (;;) all.push("x".repeat(1e6) + all.length)',
      /needs more than 64 MB|longer than 0\.25 s/,
    ],
    [
      "an array without end",
      "return new Array(1e9).fill(1).length",
      /needs more than 64 MB|longer than 0\.25 s|RangeError/,
    ],
    ["the clock", "return Date.now() > 0", /current time is not available/],
    ["the clock by another name", "return new Date().getTime()", /current time is not available/],
    ["chance", "return Math.random()", /Random numbers are not available/],
    ["the network", 'return fetch("http://127.0.0.1")', /'fetch' is not defined/],
    ["files", 'return require("fs").readFileSync("/etc/passwd")', /'require' is not defined/],
    ["the process", "return process.exit(0)", /'process' is not defined/],
    ["a module", 'return import("node:fs").then(() => 1)', /The code failed/],
    [
      "the host by its constructors",
      'return (function(){}).constructor("return process")()',
      /'process' is not defined/,
    ],
  ])("%s", async (_, body, why) => {
    const isBounded = /25 s|64 MB/.test(why.source);
    await expect(run(body, {}, {}, isBounded ? small : undefined)).rejects.toThrow(why);
  });

  test("code fails without its function, with a syntax error, or in another language", async () => {
    await expect(runCode("const a = 1", {}, {})).rejects.toThrow("no function evaluate");
    await expect(runCode("function {", {}, {})).rejects.toThrow(/Unexpected token/);
    await expect(runCode("def evaluate(a):\n  return 1", {}, {})).rejects.toThrow("looks like Python");
    await expect(runCode("for (;;) ;", {}, {}, { limits: small })).rejects.toThrow("longer than 0.25 s");
    expect(await codeProblem("x", "python")).toBe("Code is JavaScript only; Python cannot be run here.");
    expect(await codeProblem(" ")).toBe("The code is empty.");
    expect(await codeProblem("x".repeat(100_001))).toMatch(/more than 100000/);
  });
});

test("code leaves nothing behind for the next run", async () => {
  await runCode("globalThis.kept = 1; JSON.stringify = () => 'x'; function evaluate() { return 1 }", {}, {});
  expect(await run("return typeof kept === 'undefined' && JSON.stringify([1]) === '[1]'")).toMatchObject({ score: 1 });
});

test("looping code delays only its own organization's code, not this thread or others", async () => {
  let turns = 0;
  const turn = setInterval(() => turns++, 5);
  const order: string[] = [];
  const by = (owner: string, body: string) =>
    runCode(`function evaluate() { ${body} }`, {}, {}, { owner: { organization: owner, person: null }, limits: brief })
      .then(
        ({ score }) => score,
        () => "late",
      )
      .finally(() => order.push(owner));
  const looping = ["one", "one", "one", "two", "two"].map((owner) => by(owner, "for (;;) ;"));
  expect(await by("three", "return 1")).toBe(1);
  // One and two take a thread each; three's turn comes before the second of either.
  expect(order.indexOf("three")).toBeLessThanOrEqual(2);
  expect(await Promise.all(looping)).toEqual(Array(5).fill("late"));
  const both = ["one", "one", "one"].map((owner) => by(owner, "for (;;) ;"));
  order.length = 0;
  expect(await Promise.all([1, 2, 3].map((n) => by("three", `return ${n} / 4`)))).toEqual([0.25, 0.5, 0.75]);
  // One owner leaves the other thread free, whatever waits.
  expect(order.filter((owner) => owner === "one").length).toBeLessThanOrEqual(1);
  await Promise.all(both);
  clearInterval(turn);
  expect(turns).toBeGreaterThan(5);
});

test("an owner with too many waiting code runs gets an error, and others do not", async () => {
  const many = Array.from({ length: 102 }, () =>
    runCode("const evaluate = () => 1", {}, {}, { owner: { organization: "many", person: "one" }, limits: brief }).then(
      () => "scored",
      (error: Error) => error.message,
    ),
  );
  const other = runCode("const evaluate = () => 0.5", {}, {}, { owner: { organization: "other", person: "one" } });
  expect(await other).toMatchObject({ score: 0.5 });
  expect((await Promise.all(many)).filter((answer) => /Too many code runs are waiting/.test(answer))).toHaveLength(1);
});

test("one person's loops do not block the organization's other people", async () => {
  const order: string[] = [];
  const by = (person: string, body: string) =>
    runCode(`function evaluate() { ${body} }`, {}, {}, { owner: { organization: "one", person }, limits: brief })
      .catch(() => null)
      .finally(() => order.push(person));
  const looping = Array.from({ length: 5 }, () => by("loops", "for (;;) ;"));
  expect(await by("waits", "return 1")).toMatchObject({ score: 1 });
  expect(order.filter((person) => person === "loops").length).toBeLessThanOrEqual(1);
  await Promise.all(looping);
});

describe("memory", () => {
  const greedy = (block: string) => `const all = []; for (;;) { try { all.push(${block}) } catch {} }`;
  test.each([
    ["blocks of 10 MB", "new ArrayBuffer(1e7)"],
    ["blocks of 100 KB", "new Uint8Array(1e5).fill(1)"],
    ["lists", "new Array(1e5).fill(1)"],
    ["texts", 'all.length + "x".repeat(1e5)'],
  ])("of all programs together is bounded: %s", async (_, block) => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const run = (organization: string) =>
      runCode(`function evaluate() { ${greedy(block)} }`, {}, {}, { owner: { organization, person: null } });
    const ends = await Promise.allSettled(["a", "a", "b", "b", "c"].map(run));
    clearInterval(watch);
    expect(ends.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
    // Two threads with 64 MB each, and what a thread itself needs.
    expect((most - before) / 1024 / 1024).toBeLessThan(300);
  });

  test("code that catches a refused allocation continues with the rest", async () => {
    const body =
      "let n = 0; const all = []; try { for (;;) { all.push(new ArrayBuffer(1e6)); n++ } } catch {} return n / 100";
    const { score } = await run(body, {}, {}, patient);
    expect(score).toBeGreaterThan(0.3);
    expect(score).toBeLessThan(0.64);
    expect((await run(body, {}, {}, patient)).score).toBe(score);
  });

  test("errors and answers leave the sandbox only as short text", async () => {
    await expect(runCode("throw Array(1e6).fill([])", {}, {}, { limits: patient })).rejects.toThrow(
      /The code failed: ,,,/,
    );
    await expect(runCode('throw new Error("x".repeat(1e7))', {}, {}, { limits: patient })).rejects.toThrow(
      /The code failed: Error: xxx/,
    );
    await expect(
      runCode("throw { get message() { throw 1 }, toString: null }", {}, {}, { limits: patient }),
    ).rejects.toThrow("its error cannot be read");
    await expect(run('return "x".repeat(2e6)', {}, {}, patient)).rejects.toThrow("The answer has 2000013 characters");
    const trap = 'Object.defineProperty(Object.prototype, "answer", { get: () => "x".repeat(1e7), set() {} });';
    expect(await runCode(`${trap} function evaluate() { return 1 }`, {}, {}, { limits: patient })).toMatchObject({
      score: 1,
    });
  });
});

cases("custom_code_evaluation", [
  ["passes", { text: "abc" }, 1, { code: "function evaluate({ text }) { return text.length === 3 }" }],
  ["fails", { text: "abc" }, 0, { code: "const evaluate = () => ({ score: 0.4, reason: 'low' })" }],
  ["no code", { text: "abc" }, /code is required/],
  ["a loop", {}, /longer than 1 s/, { code: "function evaluate() { while (true); }" }],
]);
