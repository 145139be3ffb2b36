// Whether a request that carries a known idempotency key is the one that started the run.
import { isDeepStrictEqual } from "node:util";

interface Started {
  scenarioIds: readonly string[];
  agentVersionId: string | null;
  /** Of its scenarios. */
  simulatorIds: readonly unknown[];
  settings: Readonly<Record<string, unknown>>;
}

interface Request {
  scenario_ids: readonly string[];
  select_all: boolean;
  simulator_id?: string | null | undefined;
  agent_version?: string | null | undefined;
  /** Only the settings that it states. */
  settings: Readonly<Record<string, unknown>>;
}

/**
 * Only what a request states is compared: the rest comes from the run test, which may have changed since. The run may
 * lack scenarios that the request names, because it ignores those that the run test does not have.
 */
export function isSameRequest(started: Started, request: Request): boolean {
  const named = new Set(request.scenario_ids.map((id) => id.toLowerCase()));
  const [version, simulator] = [request.agent_version?.toLowerCase(), request.simulator_id?.toLowerCase()];
  return (
    (named.size === 0 || started.scenarioIds.every((id) => named.has(id) !== request.select_all)) &&
    (version === undefined || version === started.agentVersionId) &&
    (simulator === undefined || started.simulatorIds.every((id) => id === simulator)) &&
    Object.entries(request.settings).every(([name, value]) => isDeepStrictEqual(started.settings[name], value))
  );
}
