import { expect, test } from "vitest";
import { type Arrived, scoresOf } from "./feedback-scores";

const row: Arrived = {
  id: "1",
  organization_id: "o",
  workspace_id: "w",
  project_id: "p",
  source_type: "trace",
  source_id: "t",
  thumbs: null,
  number: null,
  comment: null,
};
const labels = (["thumbs_up_down", "numeric", "text"] as const).map((type) => ({
  id: type,
  projectId: "p",
  type,
  version: 2,
}));
const ofAnother = { id: "other", projectId: "q", type: "numeric" as const, version: 1 };

test.each<[string, Partial<Arrived>[], [source: string, label: string, value: unknown][]]>([
  ["a thumb", [{ thumbs: "down" }], [["t", "thumbs_up_down", { value: "down" }]]],
  [
    "all three",
    [{ thumbs: "up", number: 0, comment: "Fine." }],
    [
      ["t", "numeric", { value: 0 }],
      ["t", "text", { text: "Fine." }],
      ["t", "thumbs_up_down", { value: "up" }],
    ],
  ],
  ["two on one thing: the later", [{ number: 1 }, { number: 2 }], [["t", "numeric", { value: 2 }]]],
  [
    "two on two things, in one order",
    [{ source_id: "u", number: 1 }, { number: 2 }],
    [
      ["t", "numeric", { value: 2 }],
      ["u", "numeric", { value: 1 }],
    ],
  ],
  ["a project with labels of its own", [{ project_id: "q", number: 3 }], [["t", "other", { value: 3 }]]],
])("%s", (_, changes, expected) => {
  const scores = scoresOf(
    changes.map((change) => ({ ...row, ...change })),
    [...labels, ofAnother],
  );
  expect(scores.map(({ source_id, label_id, value }) => [source_id, label_id, value])).toEqual(expected);
});
