import { type Get, pageOf } from "@/app/(studio)/_components/address";
import type { ScenarioFilter } from "@/lib/client/scenarios";

/** A page and a search, as the address says them. The server and the browser read it alike. */
export function scenarioFilterOf(get: Get): Required<ScenarioFilter> {
  return { page: pageOf(get("page")), search: get("search") ?? "" };
}
