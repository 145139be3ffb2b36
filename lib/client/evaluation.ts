// Evaluation templates, runs of them and their logs, as the screens ask for them.
import type { ClientInput } from "@/lib/contracts/contract";
import type { queryEvalLogDetails } from "@/lib/contracts/evaluation/logs";
import type { listEvalTemplates } from "@/lib/contracts/evaluation/templates";
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

export const TEMPLATE_ROWS = 50;

export type TemplateQuery = ClientInput<typeof listEvalTemplates>;
export const evalTemplatesQuery = (query: TemplateQuery) =>
  queryFor(operations.listEvalTemplates, { ...query, page_size: TEMPLATE_ROWS });
export const evalTemplateNamesQuery = () => queryFor(operations.listEvalTemplateNames, {});
export const evalTemplateQuery = (id: string) => queryFor(operations.getEvalTemplate, { id });
export const evalTemplateVersionsQuery = (id: string) => queryFor(operations.listEvalTemplateVersions, { id });

export const evalTemplateUsageQuery = (id: string) => queryFor(operations.getEvalTemplateUsage, { id });

export const evalLogQuery = (log_id: string) => queryFor(operations.getEvalLog, { log_id });
export const recentRunsQuery = (limit: number) => queryFor(operations.listEvalLogs, { limit });

export const LOG_ROWS = 50;
export type LogTableQuery = ClientInput<typeof queryEvalLogDetails>;
export const logTableQuery = (query: LogTableQuery) =>
  queryFor(operations.queryEvalLogDetails, { ...query, page_size: LOG_ROWS, facets: true });

/** What a run leaves, also one that failed. */
export const leftByRuns = [
  operations.listEvalLogs,
  operations.queryEvalLogDetails,
  operations.listEvalTemplates,
  operations.getEvalTemplateUsage,
];
export const runEvaluation = mutationFor(operations.runInPlayground, { showsErrors: true });
