import { routeOf } from "@/lib/http/route";
import { getScenarioColumns } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getScenarioColumns);
