import { routeOf } from "@/lib/http/route";
import { addScenarioRows } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(addScenarioRows);
