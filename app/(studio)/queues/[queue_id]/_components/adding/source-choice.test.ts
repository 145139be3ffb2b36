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

test("nothing is sent before something is chosen", () => {
  expect(sourcesBody(noSources)).toBeNull();
  expect(firstBody(noSources)).toBeNull();
  expect(isChosen(withoutChosen(some))).toBe(false);
});

test("a whole dataset is a filter, selected rows are a list, and a look needs the first alone", () => {
  const all = { selection: { mode: "filter", source_type: "dataset_row", dataset_id: "d1" } };
  expect(sourcesBody(rowsOf("d1"))).toEqual(all);
  expect(firstBody(rowsOf("d1"))).toEqual(all);
  const row = (source_id: string) => ({ source_type: "dataset_row", source_id });
  expect(sourcesBody(some)).toEqual({ items: [row("r1"), row("r2")] });
  expect(firstBody(some)).toEqual({ items: [row("r1")] });
});

test("another kind of the same project keeps the project, and drops what was selected", () => {
  const traces = withKind(noSources, "trace");
  const chosen = { ...traces, traced: { ...traces.traced, containerId: "p1", chosen: new Set(["t1"]) } };
  expect(withKind(chosen, "trace_session").traced).toMatchObject({ containerId: "p1", chosen: new Set() });
  expect(withKind(chosen, "call_execution").traced.containerId).toBeNull();
});
