import { routeOf } from "@/lib/http/route";
import { addScenarioRowFromSource } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(addScenarioRowFromSource);
