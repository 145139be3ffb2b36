import { describe, expect, test } from "vitest";
import { keyNames, keyOf, matchesKeys, strokesOf } from "./shortcut";

const stroke = (key: string, ...modifiers: ("ctrl" | "meta" | "alt" | "shift")[]) => ({
  key,
  code: "",
  ctrlKey: modifiers.includes("ctrl"),
  metaKey: modifiers.includes("meta"),
  altKey: modifiers.includes("alt"),
  shiftKey: modifiers.includes("shift"),
});

/** A digit's key, with what the layout makes of it. */
const digit = (code: string, key: string, ...modifiers: "shift"[]) => ({ ...stroke(key, ...modifiers), code });

const letter = (code: string, key: string, ...modifiers: "ctrl"[]) => ({ ...stroke(key, ...modifiers), code });

describe("matchesKeys", () => {
  test.each([
    ["1", digit("Digit1", "1"), true],
    ["1", digit("Digit1", "&"), true],
    ["1", digit("Digit1", "1", "shift"), false],
    ["shift+1", digit("Digit1", "1", "shift"), true],
    ["shift+1", digit("Digit1", "!", "shift"), true],
    ["shift+1", digit("Digit1", "1"), false],
    ["shift+0", digit("Digit0", ")", "shift"), true],
    ["7", digit("Numpad7", "7"), true],
    ["7", digit("Numpad7", "Home"), false],
    ["&", digit("Digit1", "&"), true],
  ])("%s against %o matches: %s, on any layout", (keys, pressed, matches) => {
    expect(matchesKeys(keys, pressed, false)).toBe(matches);
  });

  test.each([
    ["z", letter("KeyZ", "я"), true],
    ["mod+k", letter("KeyK", "л", "ctrl"), true],
    ["s", letter("KeyS", "ס"), true],
    ["a", letter("KeyQ", "a"), true],
    ["q", letter("KeyQ", "a"), false],
    ["s", letter("Semicolon", "ö"), false],
  ])("%s against %o matches: %s, by key position if the layout has no Latin letters", (keys, pressed, matches) => {
    expect(matchesKeys(keys, pressed, false)).toBe(matches);
  });

  test.each([
    ["s", stroke("s"), false, true],
    ["s", stroke("S", "shift"), false, false],
    ["s", stroke("s", "ctrl"), false, false],
    ["s", stroke("s", "alt"), false, false],
    ["?", stroke("?", "shift"), false, true],
    ["?", stroke("?"), false, true],
    ["mod+enter", stroke("Enter", "ctrl"), false, true],
    ["mod+enter", stroke("Enter", "meta"), false, false],
    ["mod+enter", stroke("Enter", "meta"), true, true],
    ["mod+enter", stroke("Enter", "ctrl"), true, false],
    ["mod+enter", stroke("Enter"), false, false],
    ["enter", stroke("Enter", "shift"), false, false],
    ["arrowleft", stroke("ArrowLeft"), true, true],
    ["0", stroke("0"), false, true],
  ])("%s against %o (Apple: %s) matches: %s", (keys, pressed, apple, matches) => {
    expect(matchesKeys(keys, pressed, apple)).toBe(matches);
  });
});

test.each([
  ["English Q", letter("KeyQ", "q"), ["q"]],
  ["French A", letter("KeyQ", "a"), ["a"]],
  ["Hebrew Q", letter("KeyQ", "/"), ["/", "q"]],
  ["Hebrew W", letter("KeyW", "'"), ["'", "w"]],
  ["Greek Q", letter("KeyQ", ";"), [";", "q"]],
  ["Arabic B", letter("KeyB", "لا"), ["b"]],
  ["Russian Z", letter("KeyZ", "я"), ["z"]],
  ["Dvorak W", letter("KeyW", ","), [",", "w"]],
  ["an English slash", letter("Slash", "/"), ["/"]],
  ["a dead key", letter("KeyN", "Dead"), ["Dead"]],
  ["a key of an input method", letter("KeyN", "Process"), ["Process"]],
  ["Enter", stroke("Enter"), ["Enter"]],
])("%s can mean %j", (_, pressed, keys) => {
  expect(strokesOf(pressed).map(keyOf)).toEqual(keys);
});

test("what a key can mean keeps its modifiers", () => {
  expect(strokesOf(letter("KeyQ", "/", "ctrl"))).toEqual([letter("KeyQ", "/", "ctrl"), letter("KeyQ", "q", "ctrl")]);
});

test.each([
  ["mod+enter", true, ["⌘", "Enter"]],
  ["mod+enter", false, ["Ctrl", "Enter"]],
  ["arrowright", false, ["→"]],
  ["s", false, ["S"]],
  ["shift+1", false, ["⇧", "1"]],
])("%s is shown as on its keyboard", (keys, apple, names) => {
  expect(keyNames(keys, apple)).toEqual(names);
});
