// Prompts, their versions and labels: queries and mutations of the screens.
import type { PromptContentInput } from "@/lib/contracts/prompts/content";
import { call, hrefOf } from "../call";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

export const PROMPT_ROWS = 50;
const CHANGE_ROWS = 20;

export interface PromptFilter {
  page?: number;
  search?: string | undefined;
  folder?: string | undefined;
  label?: string | undefined;
}
export const promptsInput = ({ page = 1, search, folder, label }: PromptFilter = {}) => ({
  page,
  limit: PROMPT_ROWS,
  ...(search ? { search } : {}),
  ...(folder === undefined ? {} : { folder }),
  ...(label ? { label } : {}),
});
export const promptsQuery = (filter: PromptFilter = {}) => queryFor(operations.listPrompts, promptsInput(filter));
export const promptQuery = (prompt_id: string) => queryFor(operations.getPrompt, { prompt_id });
export const promptVersionQuery = (prompt_id: string, version: string) =>
  queryFor(operations.getPromptVersion, { prompt_id, version });
export const promptVersionsQuery = (template_id: string) => queryFor(operations.listPromptVersions, { template_id });
export const promptLabelsQuery = () => queryFor(operations.listPromptLabels, {});
export const promptChangesQuery = (prompt_id: string, page: number) =>
  queryFor(operations.listPromptChanges, { prompt_id, page, limit: CHANGE_ROWS });

const aboutPrompts = [
  operations.listPrompts,
  operations.getPrompt,
  operations.getPromptVersion,
  operations.listPromptVersions,
  operations.listPromptChanges,
];
const changing = { invalidates: aboutPrompts, showsErrors: true };
export const createPrompt = mutationFor(operations.createPrompt, changing);
export const updatePrompt = mutationFor(operations.updatePrompt, changing);
export const savePromptVersion = mutationFor(operations.savePromptVersion, changing);
export const deletePromptVersion = mutationFor(operations.deletePromptVersion, { invalidates: aboutPrompts });
// The prompt itself is not fetched again, because it was deleted.
export const deletePrompt = mutationFor(operations.deletePrompt, { invalidates: [operations.listPrompts] });

export const promptCommentsQuery = (prompt_id: string, page: number) =>
  queryFor(operations.listPromptComments, { prompt_id, page, limit: CHANGE_ROWS });
const commenting = { invalidates: [operations.listPromptComments], showsErrors: true };
export const addPromptComment = mutationFor(operations.addPromptComment, commenting);
export const editPromptComment = mutationFor(operations.editPromptComment, commenting);
export const deletePromptComment = mutationFor(operations.deletePromptComment, { ...commenting, showsErrors: false });

/** Where a browser downloads prompts as YAML: one, those of a folder, or all. */
export const promptFileHref = (chosen: { prompt_id?: string; folder?: string }) =>
  hrefOf(operations.exportPrompts, chosen);
/** What files would change. */
export const checkPromptFiles = mutationFor(operations.importPrompts, { showsErrors: true });
export const importPromptFiles = mutationFor(operations.importPrompts, changing);

interface LabelMove {
  prompt_id: string;
  label: string;
  version: string;
  /** Where the screen shows the label; null for nowhere. */
  expected_version: string | null;
  message: string;
  /** Why an Owner moves it against its gate. */
  overrule?: string;
}
/** Moves a label by its name; one that does not exist is made. */
export const moveLabel = {
  mutationKey: [operations.assignPromptLabel.name],
  mutationFn: async ({ label, ...move }: LabelMove) => {
    const { id } = await call(operations.createPromptLabel, { name: label });
    return call(operations.assignPromptLabel, { ...move, label_id: id });
  },
  meta: { ...changing, invalidates: [...aboutPrompts, operations.listPromptLabels, operations.checkPromptMove] },
};

/** What a new prompt begins with. */
export const firstContent: PromptContentInput = {
  model: "sandbox/echo",
  messages: [
    { role: "system", content: "Answer in one sentence." },
    { role: "user", content: "{{question}}" },
  ],
};

/** One row of a dataset with its columns; the row counts from 1. */
export const datasetRowQuery = (dataset_id: string, row: number) =>
  queryFor(operations.getDatasetTable, { dataset_id, current_page_index: row - 1, page_size: 1 });

interface KeptAnswer {
  dataset_id: string;
  /** The row's cells by the names of their columns. */
  cells: Record<string, string>;
}
/** Adds a row with these cells, and the columns that the dataset does not have. */
export const keepAnswer = {
  mutationKey: [operations.addRows.name],
  mutationFn: async ({ dataset_id, cells }: KeptAnswer) => {
    const table = await call(operations.getDatasetTable, { dataset_id, column_config_only: true });
    const known = new Set(table.column_config.map(({ name }) => name.toLowerCase()));
    const missing = Object.keys(cells).filter((name) => !known.has(name.toLowerCase()));
    if (missing.length > 0) {
      const new_columns_data = missing.map((name) => ({ name, data_type: "text" as const }));
      await call(operations.addColumns, { dataset_id, new_columns_data });
    }
    const row = { cells: Object.entries(cells).map(([column_name, value]) => ({ column_name, value })) };
    return call(operations.addRows, { dataset_id, rows: [row] });
  },
  meta: { invalidates: [operations.listDatasets, operations.getDatasetTable], showsErrors: true },
};
