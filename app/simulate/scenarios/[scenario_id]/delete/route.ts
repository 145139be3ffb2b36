import { routeOf } from "@/lib/http/route";
import { deleteScenario } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteScenario);
