import { routeOf } from "@/lib/http/route";
import { checkScenario } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(checkScenario);
