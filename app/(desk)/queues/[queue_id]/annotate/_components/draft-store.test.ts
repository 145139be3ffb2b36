import { expect, test } from "vitest";
import { draftStore } from "./draft-store";

const memory = () => {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
};
const draft = { values: { a: { rating: 3 }, b: null }, labelNotes: { a: "x" }, itemNote: "note", changed: true };

test("a draft comes back as it was, to the same person and item only", () => {
  const storage = memory();
  const store = draftStore("u1", storage);
  expect(store.write("i1", draft)).toBe(true);
  expect(store.read("i1")).toEqual(draft);
  expect(store.read("i2")).toBeNull();
  expect(draftStore("u2", storage).read("i1")).toBeNull();
  store.remove("i1");
  expect(store.read("i1")).toBeNull();
});

test("what is no draft is no draft", () => {
  const storage = memory();
  storage.setItem("assay:draft:u1:i1", '{"values":3}');
  storage.setItem("assay:draft:u1:i2", "{");
  const store = draftStore("u1", storage);
  expect([store.read("i1"), store.read("i2")]).toEqual([null, null]);
});

test("a browser that refuses to store is said so, and breaks nothing", () => {
  const refuse = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const store = draftStore("u1", { getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(store.write("i1", draft)).toBe(false);
  expect(store.read("i1")).toBeNull();
  expect(() => store.remove("i1")).not.toThrow();
});
