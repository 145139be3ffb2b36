import { expect, test } from "vitest";
import { addressOf, unfilledSlot } from "./address";

const deletion = { path: "/queues/{queue_id}/items/{item_id}/", queryNames: [] };
const model = { path: "/v1/models/{model...}", queryNames: [] };

test.each([
  [deletion, { queue_id: "7", item_id: "a/../b" }, "/queues/7/items/a%2F..%2Fb/"],
  [deletion, { queue_id: "7", item_id: "%2e%2e" }, "/queues/7/items/%252e%252e/"],
  [deletion, { queue_id: "7", item_id: "..." }, "/queues/7/items/.../"],
  [model, { model: "acme/large.v2" }, "/v1/models/acme/large.v2"],
])("the slots of %o with %o are %s", (operation, fields, address) => {
  expect(addressOf(operation, fields)).toBe(address);
  expect(new URL(address, "http://assay.test").pathname).toBe(address);
});

// A URL drops these segments, so the request would be another operation's.
test.each([
  [deletion, { queue_id: "7", item_id: ".." }, "item_id"],
  [deletion, { queue_id: "7", item_id: "." }, "item_id"],
  [deletion, { queue_id: "7", item_id: "" }, "item_id"],
  [deletion, { queue_id: "7" }, "item_id"],
  [deletion, { queue_id: null, item_id: "8" }, "queue_id"],
  [model, { model: "acme/../../datasets" }, "model"],
  [model, { model: "./large" }, "model"],
  [model, { model: "acme/" }, "model"],
])("%o refuses %o, naming %s", (operation, fields, name) => {
  expect(unfilledSlot(operation, fields)).toBe(name);
  expect(() => addressOf(operation, fields)).toThrow(`${name}: `);
});

test.each<[value: unknown, query: [string, string][]]>([
  [
    ["new", "old"],
    [
      ["of", "new"],
      ["of", "old"],
    ],
  ],
  [[], [["of", ""]]],
  [{ key: "a", type: "text" }, [["of", '{"key":"a","type":"text"}']]],
  [[{ column: "a" }, { column: "b" }], [["of", '[{"column":"a"},{"column":"b"}]']]],
  [null, []],
  [false, [["of", "false"]]],
])("a query's %j is sent as %j", (value, query) => {
  const { searchParams } = new URL(addressOf({ path: "/things/", queryNames: ["of"] }, { of: value }), "http://a.test");
  expect([...searchParams]).toEqual(query);
});
