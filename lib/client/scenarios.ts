// What the screens of scenarios read and change.
import * as operations from "./operations";
import { mutationFor, queryFor } from "./query";

const SCENARIO_ROWS = 50;
/** How often a screen asks while something is being written. */
export const WRITING_MS = 1500;

export interface ScenarioFilter {
  page?: number;
  search?: string;
}
export const scenariosInput = ({ page = 1, search = "" }: ScenarioFilter = {}) => ({
  page,
  limit: SCENARIO_ROWS,
  ...(search ? { search } : {}),
});
export const scenariosQuery = (filter: ScenarioFilter = {}) =>
  queryFor(operations.listScenarios, scenariosInput(filter));
export const scenarioQuery = (scenario_id: string) => queryFor(operations.getScenario, { scenario_id });
export const scenarioProgressQuery = (scenario_id: string) => queryFor(operations.getScenarioProgress, { scenario_id });
export const scenarioChecksQuery = (scenario_id: string) => queryFor(operations.checkScenario, { scenario_id });

const aboutScenario = [
  operations.listScenarios,
  operations.getScenario,
  operations.getScenarioProgress,
  operations.checkScenario,
  operations.getDatasetTable,
];
/** Whatever the screens of a scenario have read of it. */
export const scenarioKeys = aboutScenario.map(({ name }) => [name]);
export const createScenario = mutationFor(operations.createScenario, { invalidates: aboutScenario, showsErrors: true });
export const editScenario = mutationFor(operations.editScenario, { invalidates: aboutScenario, showsErrors: true });
export const deleteScenario = mutationFor(operations.deleteScenario, { invalidates: [operations.listScenarios] });
export const addScenarioRows = mutationFor(operations.addScenarioRows, {
  invalidates: aboutScenario,
  showsErrors: true,
});
export const retryScenario = mutationFor(operations.retryScenario, { invalidates: aboutScenario });
export const addRowsFromTraces = mutationFor(operations.addScenarioRowsFromTraces, {
  invalidates: aboutScenario,
  showsErrors: true,
});
export const addRowFromSource = mutationFor(operations.addScenarioRowFromSource, {
  invalidates: aboutScenario,
  showsErrors: true,
});
