import { expect, test } from "vitest";
import { isBeingWritten } from "./is-being-written";

test.each([
  ["nothing is read yet", undefined, undefined, false],
  ["both are done", "Completed", false, false],
  ["only the scenario was read before the end", "Processing", false, true],
  ["only the scenario is read", "Processing", undefined, true],
  ["rows are added to a scenario that is complete", "Completed", true, true],
  ["it has failed", "Failed", false, false],
])("is being written while %s", (_, status, is_writing, isWriting) => {
  const scenario = status === undefined ? undefined : { status };
  expect(isBeingWritten(scenario, is_writing === undefined ? undefined : { is_writing })).toBe(isWriting);
});
