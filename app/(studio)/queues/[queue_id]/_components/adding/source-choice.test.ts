import { expect, test } from "vitest";
import {
  firstBody,
  isChosen,
  noSources,
  rowsOf,
  type SourceChoice,
  sourcesBody,
  withKind,
  withoutChosen,
} from "./source-choice";

const some: SourceChoice = {
  ...rowsOf("d1"),
  rows: { datasetId: "d1", scope: "chosen", chosen: new Set(["r1", "r2"]) },
};

test("nothing is sent before a source is chosen", () => {
  expect(sourcesBody(noSources)).toBeNull();
  expect(firstBody(noSources)).toBeNull();
  expect(isChosen(withoutChosen(some))).toBe(false);
});

test("sends a whole dataset as a filter and selected rows as a list; a preview needs one", () => {
  const all = { selection: { mode: "filter", source_type: "dataset_row", dataset_id: "d1" } };
  expect(sourcesBody(rowsOf("d1"))).toEqual(all);
  expect(firstBody(rowsOf("d1"))).toEqual(all);
  const row = (source_id: string) => ({ source_type: "dataset_row", source_id });
  expect(sourcesBody(some)).toEqual({ items: [row("r1"), row("r2")] });
  expect(firstBody(some)).toEqual({ items: [row("r1")] });
});

test("changing the kind within a project keeps the project, and drops the selection", () => {
  const traces = withKind(noSources, "trace");
  const chosen = { ...traces, traced: { ...traces.traced, containerId: "p1", chosen: new Set(["t1"]) } };
  expect(withKind(chosen, "trace_session").traced).toMatchObject({ containerId: "p1", chosen: new Set() });
  expect(withKind(chosen, "call_execution").traced.containerId).toBeNull();
});
