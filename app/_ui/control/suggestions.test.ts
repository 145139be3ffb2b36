import { expect, test } from "vitest";
import { matching, stepped } from "./suggestions";

const models = ["sandbox/echo", "sandbox/judge", "Claude"];

test.each([
  ["", models],
  ["  SANDBOX/J ", ["sandbox/judge"]],
  ["claude", ["Claude"]],
  ["none", []],
])("“%s” suggests %j", (typed, offered) => {
  expect(matching(models, typed)).toEqual(offered);
});

test.each([
  [null, 1, 3, 0],
  [null, -1, 3, 2],
  [0, 1, 3, 1],
  [2, 1, 3, 0],
  [0, -1, 3, 2],
  [null, 1, 0, null],
] as const)("Moving from %j by %i among %i leads to %j", (active, step, count, next) => {
  expect(stepped(active, step, count)).toBe(next);
});
