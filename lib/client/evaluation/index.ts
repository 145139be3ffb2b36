// Evaluation templates, their runs and logs, for the screens.
import type { ClientInput } from "@/lib/contracts/contract";
import type { queryEvalLogDetails } from "@/lib/contracts/evaluation/log-table";
import type { listEvalTemplates } from "@/lib/contracts/evaluation/template-list";
import { call } from "../call";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

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

/** What a run creates, even if it fails. */
export const leftByRuns = [
  operations.listEvalLogs,
  operations.queryEvalLogDetails,
  operations.listEvalTemplates,
  operations.getEvalTemplateUsage,
];
export const giveEvalFeedback = mutationFor(operations.giveEvalFeedback, {
  invalidates: [...leftByRuns, operations.getEvalLog, operations.getEvalTemplate, operations.listEvalTemplateVersions],
  showsErrors: true,
});
const aboutCases = [operations.listEvalCases];
/** The test cases of a template. */
export const evalCasesQuery = (id: string) => queryFor(operations.listEvalCases, { id });
export const keepEvalCase = mutationFor(operations.keepEvalCase, { invalidates: aboutCases, showsErrors: true });
export const deleteEvalCase = mutationFor(operations.deleteEvalCase, { invalidates: aboutCases });

const CASES_AT_ONCE = 5;

interface CaseRuns {
  id: string;
  case_ids: readonly string[];
  version_number?: number;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Runs a few cases at a time, so that results appear as they come and the user can stop in between. */
export const runEvalCases = {
  mutationKey: [operations.runEvalCases.name],
  meta: { invalidates: [...aboutCases, ...leftByRuns], showsErrors: true },
  async mutationFn({ id, case_ids, version_number, signal, onProgress }: CaseRuns): Promise<void> {
    const version = version_number === undefined ? {} : { version_number };
    for (let done = 0; done < case_ids.length && !signal.aborted; ) {
      const now = case_ids.slice(done, done + CASES_AT_ONCE);
      await call(operations.runEvalCases, { id, case_ids: now, ...version }, { signal });
      done += now.length;
      onProgress(done);
    }
  },
};
export const runEvaluation = mutationFor(operations.runInPlayground, { showsErrors: true });
