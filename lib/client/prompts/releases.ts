// Gates of labels and releases: queries and mutations of the screens.
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

const RELEASE_ROWS = 20;

export const promptGatesQuery = (prompt_id: string) => queryFor(operations.listPromptGates, { prompt_id });
export const promptReleasesQuery = (prompt_id: string, page: number) =>
  queryFor(operations.listPromptReleases, { prompt_id, page, limit: RELEASE_ROWS });
/** What a move of the label to the version takes. */
export const promptMoveQuery = (prompt_id: string, label_id: string, version: string) =>
  queryFor(operations.checkPromptMove, { prompt_id, label_id, version });
export const gateRowsQuery = (requirement: { margin: number; power: number }) =>
  queryFor(operations.planGate, requirement);

const changing = { invalidates: [operations.listPromptGates, operations.checkPromptMove] };
export const setPromptGate = mutationFor(operations.setPromptGate, { ...changing, showsErrors: true });
export const deletePromptGate = mutationFor(operations.deletePromptGate, changing);
export const startPromptRelease = mutationFor(operations.startPromptRelease, {
  invalidates: [operations.listPromptReleases, operations.checkPromptMove],
});
