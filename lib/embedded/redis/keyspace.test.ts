import { describe, expect, it, vi } from "vitest";
import { Keyspace } from "./keyspace";

/** A keyspace whose sweeper does not run by itself. */
function stillKeyspace(now: number): Keyspace {
  const keyspace = new Keyspace();
  keyspace.close();
  keyspace.now = now;
  return keyspace;
}

describe("deadlines", () => {
  it("end a key for every reader at the exact millisecond", () => {
    const keyspace = stillKeyspace(1_000_000);
    keyspace.increment("n", "3");
    keyspace.expireIn("n", "1500");
    keyspace.setFields("h", [["f", "v"]]);
    keyspace.expireIn("h", "1500");
    keyspace.now += 1499;
    expect(keyspace.text("n")).toBe("3");
    expect(keyspace.field("h", "f")).toBe("v");
    keyspace.now += 1;
    expect(keyspace.text("n")).toBeNull();
    expect(keyspace.field("h", "f")).toBeNull();
    expect(keyspace.increment("n", "1")).toBe(1);
    keyspace.now += 1_000_000;
    expect(keyspace.text("n")).toBe("1");
  });

  it("persist when a counter grows, follow a renamed key, and delete it at once if past", () => {
    const keyspace = stillKeyspace(0);
    keyspace.increment("n", "1");
    keyspace.expireIn("n", "10");
    keyspace.increment("n", "1");
    keyspace.rename("n", "m");
    keyspace.now = 9;
    expect(keyspace.text("m")).toBe("2");
    keyspace.now = 10;
    expect(keyspace.text("m")).toBeNull();
    keyspace.increment("k", "1");
    keyspace.expireIn("k", "0");
    expect(keyspace.text("k")).toBeNull();
    keyspace.expireIn("none", "10");
    expect(keyspace.text("none")).toBeNull();
  });
});

it("keeps texts, and a new text does not inherit the deadline of the old one", () => {
  const keyspace = stillKeyspace(0);
  keyspace.setText("t", "one");
  keyspace.expireIn("t", "10");
  keyspace.now = 9;
  expect(keyspace.text("t")).toBe("one");
  keyspace.setText("t", "two");
  keyspace.now = 10;
  expect(keyspace.text("t")).toBe("two");
});

it("keeps hashes, counts new and deleted fields, and drops empty hashes", () => {
  const keyspace = stillKeyspace(0);
  expect(
    keyspace.setFields("h", [
      ["a", "1"],
      ["b", "2"],
    ]),
  ).toBe(2);
  expect(
    keyspace.setFields("h", [
      ["b", "3"],
      ["c", "4"],
    ]),
  ).toBe(1);
  expect(keyspace.field("h", "b")).toBe("3");
  expect(keyspace.deleteFields("h", ["a", "b", "x"])).toBe(2);
  expect(keyspace.deleteFields("h", ["c"])).toBe(1);
  expect(() => keyspace.rename("h", "i")).toThrow("ERR no such key");
});

it.each<[string, (keyspace: Keyspace) => unknown, string]>([
  ["a hash read as text", (keyspace) => keyspace.text("hash"), "WRONGTYPE"],
  ["a hash counted", (keyspace) => keyspace.increment("hash", "1"), "WRONGTYPE"],
  ["a text read as a hash", (keyspace) => keyspace.field("count", "f"), "WRONGTYPE"],
  ["an amount that is no integer", (keyspace) => keyspace.increment("count", "1.5"), "ERR value is not an integer"],
  [
    "an amount that rounds",
    (keyspace) => keyspace.increment("count", "9007199254740993"),
    "ERR value is not an integer",
  ],
  ["a sum that would round", (keyspace) => keyspace.increment("count", "9007199254740991"), "overflow"],
])("refuses %s and changes nothing", (_name, act, message) => {
  const keyspace = stillKeyspace(0);
  keyspace.setFields("hash", [["f", "v"]]);
  keyspace.increment("count", "1");
  expect(() => act(keyspace)).toThrow(message);
  expect(keyspace.text("count")).toBe("1");
  expect(keyspace.field("hash", "f")).toBe("v");
});

it("sweeps expired keys that nobody reads, a bounded number at a time", () => {
  const keyspace = stillKeyspace(0);
  for (let index = 0; index < 50_000; index += 1) {
    keyspace.increment(`k${index}`, "1");
    keyspace.expireIn(`k${index}`, index % 2 === 0 ? "10" : "1000");
  }
  const freed = [1, 2, 3, 4].map(() => keyspace.sweep(100));
  expect(Math.max(...freed)).toBeLessThan(25_000);
  expect(freed.reduce((sum, some) => sum + some)).toBe(25_000);
  expect(keyspace.text("k1")).toBe("1");
});

it("sweeps by its own clock", () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const keyspace = new Keyspace(() => 50);
  keyspace.setText("a", "1");
  keyspace.expireIn("a", "50");
  vi.advanceTimersByTime(1000);
  expect(keyspace.text("a")).toBe("1");
  keyspace.close();
  vi.useRealTimers();
});
