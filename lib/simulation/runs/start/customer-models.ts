// The models that play a run's customers, looked at before it begins.
import type { Database } from "@/db/client";
import { SCRIPTED } from "@/lib/contracts/simulation/call-names";
import { simulatorSettings } from "@/lib/contracts/simulation/simulator";
import { invalidField } from "@/lib/errors";
import { DEFAULT_JUDGE } from "@/lib/evaluation/judge/judge";
import { modelFlaws, settingsUnread } from "@/lib/gateway-admin/model-flaws";
import { expectationsOf } from "../../conversation/rules/row";
import { isWholeScript } from "../../conversation/rules/script";
import type { CallRow, ExecutionRow } from "../loaders";
import { cellsOf, customerModel } from "../play/customer";
import { unreachableCustomer } from "../rules/no-answer";

/** What every simulator agent starts with, so that nobody has chosen it. */
export const INITIAL_MODEL = simulatorSettings.model.parse(undefined);

/** Plays in place of the initial model: if the gateway does not have it, the model that also writes scenarios. */
export async function usualModel(db: Database, organizationId: string): Promise<string> {
  const flawOf = await modelFlaws(db, organizationId);
  return flawOf !== null && flawOf(INITIAL_MODEL) !== null && flawOf(DEFAULT_JUDGE) === null
    ? DEFAULT_JUDGE
    : INITIAL_MODEL;
}

/** Throws a 400 if the gateway cannot call a model that customers need, and a 503 if nobody chose it and it is not known. A phone service has its own models. */
export async function requireCustomers(
  db: Database,
  execution: ExecutionRow,
  calls: readonly Pick<CallRow, "scenarioId" | "row">[],
): Promise<void> {
  if (execution.pinned.agent.type === "voice") return;
  const needing = calls.filter((call) => !isWholeScript(expectationsOf(cellsOf(call)).script));
  const models = new Set(needing.map(({ scenarioId }) => customerModel(execution, scenarioId)));
  models.delete(SCRIPTED);
  if (models.size === 0) return;
  const flawOf = await modelFlaws(db, execution.organizationId);
  // Whether the initial model is the one to pin is not known then, and a pinned model stays.
  const isChosen = execution.settings.simulator_model !== null;
  if (flawOf === null) {
    if (isChosen || !models.has(INITIAL_MODEL)) return;
    throw settingsUnread();
  }
  for (const model of models) {
    const flaw = flawOf(model);
    if (flaw !== null) throw invalidField("settings.simulator_model", unreachableCustomer(model, flaw));
  }
}
