// What becomes items of a queue: rows of a dataset, or traces, spans, sessions or calls; and the requests made of it.
import { noChoice, type TracedChoice, type TracedKind, tracedBody, tracedWords } from "./traced-choice";

export interface DatasetChoice {
  datasetId: string | null;
  scope: "all" | "chosen";
  chosen: ReadonlySet<string>;
}

export const noRows: DatasetChoice = { datasetId: null, scope: "all", chosen: new Set() };

export type SourceKind = "dataset_row" | TracedKind;

export interface SourceChoice {
  kind: SourceKind;
  rows: DatasetChoice;
  traced: TracedChoice;
}

export const noSources: SourceChoice = { kind: "dataset_row", rows: noRows, traced: noChoice };

export const rowsOf = (datasetId: string | null): SourceChoice => ({ ...noSources, rows: { ...noRows, datasetId } });

const isOfRuns = (kind: SourceKind): boolean => kind === "call_execution";

/** The project stays selected for other kinds of sources. */
export function withKind({ kind: before, rows, traced }: SourceChoice, kind: SourceKind): SourceChoice {
  const containerId = isOfRuns(kind) === isOfRuns(before) ? traced.containerId : null;
  return { kind, rows, traced: { ...noChoice, scope: traced.scope, containerId } };
}

/** The same without the sources that were selected one by one. */
export const withoutChosen = ({ kind, rows, traced }: SourceChoice): SourceChoice => ({
  kind,
  rows: { ...rows, chosen: new Set() },
  traced: { ...traced, chosen: new Set() },
});

export const wordsOf = ({ kind }: Pick<SourceChoice, "kind">): { one: string; many: string } =>
  kind === "dataset_row" ? { one: "row", many: "rows" } : tracedWords[kind];

/** The choice of the kind that is shown. */
export const shownChoice = ({ kind, rows, traced }: SourceChoice) => (kind === "dataset_row" ? rows : traced);

/** The dataset, project or execution; null while none is chosen. */
export const containerOf = ({ kind, rows, traced }: SourceChoice): string | null =>
  kind === "dataset_row" ? rows.datasetId : traced.containerId;

export function isChosen(choice: SourceChoice): boolean {
  const { scope, chosen } = shownChoice(choice);
  return containerOf(choice) !== null && (scope === "all" || chosen.size > 0);
}

/** The sources in a request: one by one, or by a filter; null while nothing is chosen. */
export function sourcesBody(choice: SourceChoice) {
  if (!isChosen(choice)) return null;
  const { kind, rows, traced } = choice;
  if (kind !== "dataset_row") return tracedBody(kind, traced);
  if (rows.scope === "chosen")
    return { items: [...rows.chosen].map((source_id) => ({ source_type: kind, source_id })) };
  return { selection: { mode: "filter" as const, source_type: kind, dataset_id: rows.datasetId } };
}

/** The same for a look at the first of them. */
export function firstBody(choice: SourceChoice) {
  const body = sourcesBody(choice);
  return body && "items" in body ? { items: body.items?.slice(0, 1) } : body;
}
