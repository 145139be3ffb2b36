import { routeOf } from "@/lib/http/route";
import { getScenarioProgress } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getScenarioProgress);
