import { expect, test } from "vitest";
import { orderOf } from "./address";

test.each([
  ["name", "name"],
  ["-name", "-name"],
  ["due_date", "due_date"],
  ["--name", undefined],
  ["other", undefined],
  [undefined, undefined],
])("the order %s in the address is read as %s", (text, order) => {
  expect(orderOf(["name", "due_date"], text)).toBe(order);
});
