// Code has neither a clock nor chance: no way to either is left open.
import { expect, test } from "vitest";
import { runCode } from "./run-code";

/** None of this is about the time limit, however busy the machine is. */
const limits = { milliseconds: 30_000, stack: 256 * 1024, answer: 100_000 };
const run = (body: string, params = {}) =>
  runCode(`function evaluate(inputs, params) { ${body} }`, {}, params, { limits });

test.each([
  ["a new date", "return new Date().getTime()"],
  ["of no arguments, spread", "return new Date(...[]).getTime()"],
  ["the function", "return Date().length"],
  ["the function with arguments", "return Date(2020, 1).length"],
  ["the function as a method", "return Date.call(new Date(0)).length"],
  ["now", "return Date.now()"],
  ["the prototype's constructor", "return new Date.prototype.constructor().getTime()"],
  ["a date's constructor", "return new (new Date(0)).constructor().getTime()"],
  ["a date's prototype's constructor", "return new (Object.getPrototypeOf(new Date(0)).constructor)().getTime()"],
  [
    "the prototype's prototype's constructor",
    "return new (Object.getPrototypeOf(Object.getPrototypeOf(new Date(0))).constructor)().getTime()",
  ],
  ["what Date inherits from", "return new (Object.getPrototypeOf(Date))().getTime()"],
  ["what Date inherits from, called", "return Object.getPrototypeOf(Date)().length"],
  ["now of what Date inherits from", "return Object.getPrototypeOf(Date).now()"],
  ["Reflect.construct", "return Reflect.construct(Date, []).getTime()"],
  ["Reflect.construct for another", "return Date.prototype.getTime.call(Reflect.construct(Date, [], Object))"],
  ["Reflect.construct of Object for Date", "return Reflect.construct(Object, [], Date).getTime()"],
  ["Reflect.apply", "return Reflect.apply(Date, undefined, []).length"],
  ["a class of one's own", "return new (class extends Date {})().getTime()"],
  ["a bound function", "return new (Date.bind(null))().getTime()"],
  ["a proxy", "return new (new Proxy(Date, {}))().getTime()"],
  ["a function of its own", 'return new (Function("return Date")())().getTime()'],
  ["eval", 'return (0, eval)("new Date()").getTime()'],
  ["a generator's constructor", 'return (function* () {}).constructor("yield Date.now()")().next().value'],
  ["parsing today", 'return Date.parse("today") + Date.parse("12:00") + Date.parse("")'],
  ["performance", "return performance.now()"],
  ["Intl", "return Intl.DateTimeFormat().format().length"],
  ["Temporal", "return Temporal.Now.instant().epochMilliseconds"],
  ["a timer", "return new Promise((end) => setTimeout(() => end(1), 1))"],
  ["waiting", "return Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1).length"],
  ["the engine's modules", 'return import("std").then((std) => std.getTime())'],
  ["the engine's other modules", 'return import("os").then((os) => os.now())'],
  ["chance", "return Math.random()"],
  ["random bytes", "return crypto.getRandomValues(new Uint8Array(1))[0]"],
])("reading the time gives no score: %s", async (_, body) => {
  await expect(run(body)).rejects.toThrow();
});

test.each([
  ["one argument", "new Date('2026-01-01').toISOString() === '2026-01-01T00:00:00.000Z'"],
  ["parts", "new Date(2026, 0, 31).getDate() === 31"],
  ["a copy", "new Date(new Date(5)).getTime() === 5"],
  ["no time at all", "Number.isNaN(new Date(undefined).getTime()) && Number.isNaN(Date.UTC())"],
  ["parse and UTC", "Date.parse('1970-01-01T00:00:01Z') === 1000 && Date.UTC(1970, 0, 1) === 0"],
  ["its class", "new Date(0) instanceof Date && Object.prototype.toString.call(new Date(0)) === '[object Date]'"],
  ["its constructor", "new Date(0).constructor === Date && Date.prototype.constructor === Date"],
  ["its name and length", "Date.name === 'Date' && Date.length === 7"],
  [
    "a class of one's own",
    "(() => { class Day extends Date { day() { return this.getUTCDate() } } return new Day(0).day() })() === 1",
  ],
  ["JSON", "JSON.stringify(new Date(0)) === '\"1970-01-01T00:00:00.000Z\"'"],
])("dates that do not read the clock work as usual: %s", async (_, condition) => {
  expect(await run(`return ${condition}`)).toMatchObject({ score: 1 });
});

/**
 * Calls and constructs, in several ways, all that can be reached from the globals and from values of each kind of syntax, and what
 * comes out of it. Answers how many functions there were, and what looks like the present or differs
 * from call to call.
 */
const walk = `
  const seen = new Set(), tried = new Map(), open = [], found = [];
  const reach = (value, path) => {
    if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return;
    seen.add(value);
    open.push([value, path]);
  };
  const isNow = (number) => typeof number === "number" && Math.abs(number - params.now) < 1e8;
  const look = (value, path) => {
    try {
      const year = String(new Date(params.now).getFullYear());
      if (isNow(value) || isNow(value * 1000)) found.push(path);
      else if (typeof value === "string" && value.includes(year)) found.push(path);
      else if (typeof value === "object" && value !== null && isNow(getTime.call(value))) found.push(path);
    } catch {}
    if (path.length < 300) reach(value, path);
  };
  const getTime = Date.prototype.getTime;
  for (const name of Object.getOwnPropertyNames(globalThis)) reach(globalThis[name], name);
  const values = [function () {}, function* () {}, async () => {}, async function* () {}, [][Symbol.iterator](), /a/[Symbol.matchAll]("a"),
    new Map().entries(), new Set().values(), ""[Symbol.iterator](), new Date(0), Promise.resolve(), 1, "", true, Symbol(), 1n, new Error("x")];
  for (const value of values) { reach(value, "value"); reach(Object(value).__proto__, "prototype"); }
  const skipped = new Set(["evaluate", "eval"]);
  while (open.length > 0) {
    const [holder, path] = open.pop();
    for (const key of Reflect.ownKeys(holder)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(holder, key);
      const name = path + "." + String(key);
      for (const part of [value, get, set]) look(part, name);
    }
    reach(Object.getPrototypeOf(holder), path + ".__proto__");
    if (typeof holder !== "function" || skipped.has(holder.name)) continue;
    tried.set(holder, path);
  }
  for (const [tool, path] of tried) {
    for (const attempt of [() => tool(), () => tool.call(new Date(0)), () => new tool(), () => Reflect.construct(tool, [], Object)]) {
      try {
        const answer = attempt();
        look(answer, path + "()");
        if (["number", "string"].includes(typeof answer) && !Object.is(answer, attempt())) found.push("chance: " + path);
      } catch {}
    }
  }
  return { score: found.length === 0, reason: tried.size + " " + found.join(" ") };`;

test("no reachable object gives the time or random numbers", async () => {
  const { score, reason } = await run(walk, { now: Date.now() });
  expect(reason).toMatch(/^\d+ $/);
  expect(Number(reason)).toBeGreaterThan(500);
  expect(score).toBe(1);
});
