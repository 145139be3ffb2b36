import { expect, test } from "vitest";
import { actionText } from "./words";

test.each([
  ["changeMemberRole", "Change member role"],
  ["deleteKey", "Delete key"],
  ["exportQueue", "Export queue"],
])("%s", (action, words) => {
  expect(actionText(action)).toBe(words);
});
