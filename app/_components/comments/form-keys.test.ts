import type { KeyboardEvent } from "react";
import { expect, test, vi } from "vitest";
import { escapeOf, formKeys } from "./form-keys";

test.each([
  ["text that is written stays, and its field is left", "Thanks", false],
  ["an empty form closes", "", true],
  ["a form with only spaces closes", " \n", true],
  ["a form without a field closes", null, true],
])("Escape: %s", (_, value, closes) => {
  const [blur, close] = [vi.fn(), vi.fn()];
  escapeOf(value === null ? null : { value }, { blur }, close)();
  expect([blur.mock.calls.length, close.mock.calls.length]).toEqual(closes ? [0, 1] : [1, 0]);
});

test("Escape leaves the control that has the focus, also a button beside a field with text", () => {
  const [field, button] = [{ value: "Thanks", blur: vi.fn() }, { blur: vi.fn() }];
  escapeOf(field, button, vi.fn())();
  expect([field.blur.mock.calls.length, button.blur.mock.calls.length]).toEqual([0, 1]);
});

test.each([
  ["in the form, Escape leaves and goes no further", true, 1],
  ["a list above the form, such as its recipients, gets its own Escape", false, 0],
])("keys: %s", (_, isInside, calls) => {
  const [leave, stopPropagation] = [vi.fn(), vi.fn()];
  const event = { key: "Escape", currentTarget: { matches: () => isInside }, preventDefault: vi.fn(), stopPropagation };
  // Safe: the keys read nothing else of an event.
  formKeys(vi.fn(), leave)(event as unknown as KeyboardEvent);
  expect([leave.mock.calls.length, stopPropagation.mock.calls.length]).toEqual([calls, calls]);
});
