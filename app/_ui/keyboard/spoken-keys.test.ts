import { expect, test } from "vitest";
import { spokenKeys } from "./spoken-keys";

test.each([
  ["mod+enter", false, "Control Enter"],
  ["mod+enter", true, "Command Enter"],
  ["arrowdown", false, "Down arrow"],
  ["shift+1", false, "Shift 1"],
  ["escape", false, "Escape"],
  ["g q", false, "G, then Q"],
  ["?", false, "?"],
])("%s is read as words", (keys, apple, words) => expect(spokenKeys(keys, apple)).toBe(words));
