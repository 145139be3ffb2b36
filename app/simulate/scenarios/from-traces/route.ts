import { routeOf } from "@/lib/http/route";
import { addScenarioRowsFromTraces } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(addScenarioRowsFromTraces);
