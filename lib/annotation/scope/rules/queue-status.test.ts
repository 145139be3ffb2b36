import { expect, test } from "vitest";
import { queueStatuses } from "@/lib/contracts/shapes";
import { highestRole, mayMove, orderedRoles } from "./queue-status";

test("only the listed status changes are allowed", () => {
  const allowed = queueStatuses.flatMap((from) =>
    queueStatuses.filter((to) => mayMove(from, to)).map((to) => `${from} → ${to}`),
  );
  expect(allowed).toEqual([
    "draft → active",
    "active → paused",
    "active → completed",
    "paused → active",
    "paused → completed",
    "completed → active",
    "completed → paused",
  ]);
});

test("a person with several roles is shown with the highest one", () => {
  expect(highestRole(["annotator", "manager"])).toBe("manager");
  expect(highestRole(["annotator", "reviewer"])).toBe("reviewer");
  expect(highestRole([])).toBeNull();
  expect(orderedRoles(["annotator", "annotator", "manager", "unknown"])).toEqual(["manager", "annotator"]);
});
