import { expect, test } from "vitest";
import type { QueueRole } from "@/lib/contracts/shapes";
import { leavingItems } from "./leaving";

type Roles = Record<string, QueueRole | QueueRole[]>;

test.each<[what: string, before: Roles, after: Roles, leaving: string[]]>([
  ["nobody", { anna: "annotator" }, { anna: "annotator" }, []],
  ["a person who joins", {}, { anna: "annotator" }, []],
  ["a person who leaves", { anna: "annotator", ben: "annotator" }, { ben: "annotator" }, ["anna"]],
  ["a reviewer who leaves", { anna: "reviewer" }, {}, ["anna"]],
  ["an annotator who only reviews now", { anna: "annotator" }, { anna: ["reviewer"] }, ["anna"]],
  ["a manager who only reviews now", { anna: ["manager", "reviewer"] }, { anna: "reviewer" }, ["anna"]],
  ["an annotator who manages now", { anna: "annotator" }, { anna: "manager" }, []],
  ["an annotator who also reviews", { anna: "annotator" }, { anna: ["reviewer", "annotator"] }, []],
  ["a reviewer as before", { anna: "reviewer" }, { anna: "reviewer" }, []],
])("%s", (_, before, after, leaving) => {
  expect(leavingItems(before, after)).toEqual(leaving);
});
