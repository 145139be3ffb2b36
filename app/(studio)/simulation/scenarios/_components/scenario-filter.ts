import { type Get, pageOf } from "@/app/(studio)/_components/address";
import type { ScenarioFilter } from "@/lib/client/scenarios";

/** Page and search from the address, for both the server and the browser. */
export function scenarioFilterOf(get: Get): Required<ScenarioFilter> {
  return { page: pageOf(get("page")), search: get("search") ?? "" };
}
