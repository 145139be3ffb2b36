// Every dataset operation: its contract joined to its verb. Route files and the stand-alone server serve these.

import * as columnContracts from "@/lib/contracts/datasets/columns";
import * as datasetContracts from "@/lib/contracts/datasets/datasets";
import * as tableContracts from "@/lib/contracts/datasets/table";
import * as versionContracts from "@/lib/contracts/datasets/versions";
import { endpoint } from "@/lib/http/endpoint";
import { uploadEndpoint } from "@/lib/http/upload-endpoint";
import * as change from "./change-column";
import * as columns from "./columns";
import * as datasets from "./datasets";
import * as download from "./download";
import * as files from "./import";
import * as rows from "./rows";
import * as table from "./table";
import { compareDatasetVersion as compareVersion } from "./versions/compare";
import { restoreDatasetVersion as restoreVersion } from "./versions/restore";
import * as versions from "./versions/versions";

export const createEmptyDataset = endpoint(datasetContracts.createEmptyDataset, datasets.createEmptyDataset);
export const createDatasetFromFile = uploadEndpoint(
  datasetContracts.createDatasetFromFile,
  files.createDatasetFromFile,
);
export const listDatasets = endpoint(datasetContracts.listDatasets, datasets.listDatasets);
export const listDatasetNames = endpoint(datasetContracts.listDatasetNames, datasets.listDatasetNames);
export const renameDataset = endpoint(datasetContracts.renameDataset, datasets.renameDataset);
export const deleteDatasets = endpoint(datasetContracts.deleteDatasets, datasets.deleteDatasets);

export const getDatasetTable = endpoint(tableContracts.getDatasetTable, table.getDatasetTable);
export const listRowIds = endpoint(tableContracts.listRowIds, rows.listRowIds);
export const addColumns = endpoint(columnContracts.addColumns, columns.addColumns);
export const getColumnFit = endpoint(columnContracts.getColumnFit, change.getColumnFit);
export const updateColumn = endpoint(columnContracts.updateColumn, change.updateColumn);
export const deleteColumn = endpoint(columnContracts.deleteColumn, columns.deleteColumn);
export const downloadDataset = endpoint(tableContracts.downloadDataset, download.downloadDataset);
export const addRows = endpoint(tableContracts.addRows, rows.addRows);
export const importRows = uploadEndpoint(tableContracts.importRows, files.importRows);
export const addEmptyRows = endpoint(tableContracts.addEmptyRows, rows.addEmptyRows);
export const updateCellValue = endpoint(tableContracts.updateCellValue, rows.updateCellValue);
export const deleteRows = endpoint(tableContracts.deleteRows, rows.deleteRows);

export const createDatasetVersion = endpoint(versionContracts.createDatasetVersion, versions.createDatasetVersion);
export const listDatasetVersions = endpoint(versionContracts.listDatasetVersions, versions.listDatasetVersions);
export const listDatasetVersionRows = endpoint(
  versionContracts.listDatasetVersionRows,
  versions.listDatasetVersionRows,
);
export const compareDatasetVersion = endpoint(versionContracts.compareDatasetVersion, compareVersion);
export const restoreDatasetVersion = endpoint(versionContracts.restoreDatasetVersion, restoreVersion);
export const deleteDatasetVersion = endpoint(versionContracts.deleteDatasetVersion, versions.deleteDatasetVersion);
