import { routeOf } from "@/lib/http/route";
import { addScenarioColumns } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(addScenarioColumns);
