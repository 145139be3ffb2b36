import { routeOf } from "@/lib/http/route";
import { retryScenario } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(retryScenario);
