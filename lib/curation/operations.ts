// Every operation that makes rows of datasets from traces: its contract joined to its verb.
import * as contracts from "@/lib/contracts/traces/trace-imports";
import { endpoint } from "@/lib/http/endpoint";
import * as imports from "./trace-imports";

export const previewTraceRows = endpoint(contracts.previewTraceRows, imports.previewTraceRows);
export const addTracesToDataset = endpoint(contracts.addTracesToDataset, imports.addTracesToDataset);
export const getTraceImport = endpoint(contracts.getTraceImport, imports.getTraceImport);
export const listTraceRows = endpoint(contracts.listTraceRows, imports.listTraceRows);
