import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

test("the least recently used entry is dropped", () => {
  const map = new BoundedMap<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  expect(map.get("a")).toBe(1);
  map.set("c", 3);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([1, undefined, 3]);
  map.delete("a");
  map.set("d", 4);
  expect([map.get("a"), map.get("c"), map.get("d")]).toEqual([undefined, 3, 4]);
});
