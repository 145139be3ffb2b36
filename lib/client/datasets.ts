// Queries and mutations of the dataset screens.

import type { ClientInput } from "@/lib/contracts/contract";
import type { compareDatasetVersion } from "@/lib/contracts/datasets/versions";
import type { ColumnType, DatasetOrdering } from "@/lib/contracts/names";
import { arrangementInput } from "@/lib/datasets/rules/row-arrangement";
import { call, hrefOf } from "./call";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";
import { upload } from "./upload";

const aboutDatasets = [operations.listDatasets, operations.listDatasetNames];
const aboutRows = [operations.listDatasets, operations.getDatasetTable];

export const DATASET_ROWS = 50;
export const TABLE_ROWS = 100;

/** `page` is 1-based, as on all screens. */
export interface DatasetFilter {
  page?: number;
  search?: string;
  ordering?: DatasetOrdering;
}
export const datasetsInput = ({ page = 1, search = "", ordering = "-created_at" }: DatasetFilter = {}) => ({
  ordering,
  page: page - 1,
  page_size: DATASET_ROWS,
  ...(search ? { search_text: search } : {}),
});
export const datasetsQuery = (filter: DatasetFilter = {}) => queryFor(operations.listDatasets, datasetsInput(filter));
/** Every dataset by name, for pickers. */
export const datasetChoicesQuery = () => queryFor(operations.listDatasetNames, {});

export interface TableFilter {
  dataset_id: string;
  page?: number;
  search?: string;
  /** As in the address. */
  sort?: string;
  filters?: string;
}
/** Whether only some of the rows are shown. */
export const showsPart = ({
  search,
  filters,
}: {
  search?: string | undefined;
  filters?: string | undefined;
}): boolean => Boolean(search || filters);
export const datasetTableInput = ({ dataset_id, page = 1, search = "", sort = "", filters = "" }: TableFilter) => ({
  dataset_id,
  current_page_index: page - 1,
  page_size: TABLE_ROWS,
  ...(search ? { search } : {}),
  ...arrangementInput({ sort, filters }),
});
/** The page with the row at this position; both count from 1. */
export const pageOfRow = (position: number): number => Math.ceil(position / TABLE_ROWS);
/** The columns alone. */
export const datasetColumnsQuery = (dataset_id: string) =>
  queryFor(operations.getDatasetTable, { dataset_id, column_config_only: true });
export const datasetTableQuery = (filter: TableFilter) =>
  queryFor(operations.getDatasetTable, datasetTableInput(filter));

interface Sent<Input> {
  input: Input;
  signal: AbortSignal;
  /** Gets the share that has been sent. */
  onProgress: (share: number) => void;
}
export const importDataset = {
  mutationKey: [operations.createDatasetFromFile.name],
  mutationFn: ({ input: { file, name }, ...options }: Sent<{ file: File; name: string }>) =>
    upload(operations.createDatasetFromFile, { file, new_dataset_name: name }, options),
  meta: { invalidates: aboutDatasets, showsErrors: true },
};
export const importRows = {
  mutationKey: [operations.importRows.name],
  mutationFn: ({ input, ...options }: Sent<{ file: File; dataset_id: string }>) =>
    upload(operations.importRows, input, options),
  meta: { invalidates: aboutRows, showsErrors: true },
};
export const renameDataset = mutationFor(operations.renameDataset, {
  invalidates: [...aboutDatasets, operations.getDatasetTable],
  showsErrors: true,
});
/** Where a browser downloads a dataset. */
export const datasetFileHref = (dataset_id: string, form: { as_uploaded?: boolean; file_format?: "jsonl" } = {}) =>
  hrefOf(operations.downloadDataset, { dataset_id, ...form });

export const deleteDatasets = mutationFor(operations.deleteDatasets, { invalidates: aboutDatasets });

export const addColumns = mutationFor(operations.addColumns, { invalidates: aboutRows, showsErrors: true });
const aboutColumns = [...aboutRows, operations.getColumnFit];
/** How many cells of a column would not fit the type. */
export const columnFitQuery = (dataset_id: string, column_id: string, data_type: ColumnType) =>
  queryFor(operations.getColumnFit, { dataset_id, column_id, data_type });
export const updateColumn = mutationFor(operations.updateColumn, { invalidates: aboutColumns, showsErrors: true });
export const deleteColumn = mutationFor(operations.deleteColumn, { invalidates: aboutRows });
export const addEmptyRows = mutationFor(operations.addEmptyRows, { invalidates: aboutRows });
export const updateCell = mutationFor(operations.updateCellValue, {
  invalidates: [operations.getDatasetTable, operations.getColumnFit],
  showsErrors: true,
});
export const deleteRows = mutationFor(operations.deleteRows, { invalidates: aboutRows });

const DATASET_VERSIONS = 50;
export const datasetVersionsQuery = (dataset_id: string, page = 1) =>
  queryFor(operations.listDatasetVersions, { dataset_id, page, limit: DATASET_VERSIONS });
/** The newest versions, to choose from. */
export const datasetVersionChoicesQuery = (dataset_id: string) =>
  queryFor(operations.listDatasetVersions, { dataset_id, limit: 100 });
export const datasetVersionChangesQuery = (input: ClientInput<typeof compareDatasetVersion>) =>
  queryFor(operations.compareDatasetVersion, { ...input, limit: 20 });
const aboutVersions = [operations.listDatasetVersions, operations.compareDatasetVersion];
export const createDatasetVersion = mutationFor(operations.createDatasetVersion, {
  invalidates: aboutVersions,
  showsErrors: true,
});
export const restoreDatasetVersion = mutationFor(operations.restoreDatasetVersion, {
  invalidates: [...aboutVersions, ...aboutRows],
});
export const deleteDatasetVersion = mutationFor(operations.deleteDatasetVersion, { invalidates: aboutVersions });

const CHUNK = 10_000;

export interface AddedRows {
  added: number;
  duplicates: number;
  failed: number;
}
interface RowsToQueue {
  dataset_id: string;
  queue_id: string;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

/** Adds every row of a dataset to a queue, in order. If it stops or fails, added rows stay, and the next call continues from there. */
export const addAllRows = {
  mutationKey: ["addAllRows"],
  meta: {
    invalidates: [operations.listQueues, operations.getQueue, operations.getQueueProgress, operations.listItems],
    showsErrors: true,
  },
  async mutationFn({ dataset_id, queue_id, signal, onProgress }: RowsToQueue): Promise<AddedRows> {
    const sum = { added: 0, duplicates: 0, failed: 0 };
    for (let page = 1, done = 0; ; page++) {
      const rows = await call(operations.listRowIds, { dataset_id, page, limit: CHUNK }, { signal });
      if (rows.results.length > 0) {
        const references = rows.results.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
        const answer = await call(operations.addItems, { queue_id, items: references }, { signal });
        sum.added += answer.added;
        sum.duplicates += answer.duplicates;
        sum.failed += answer.errors.length;
      }
      done += rows.results.length;
      onProgress(done, rows.count);
      if (done >= rows.count || rows.results.length === 0) return sum;
    }
  },
};
