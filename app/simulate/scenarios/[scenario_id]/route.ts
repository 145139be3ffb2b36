import { routeOf } from "@/lib/http/route";
import { getScenario } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getScenario);
