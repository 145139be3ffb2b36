import { routeOf } from "@/lib/http/route";
import { editScenario, updateScenario } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(editScenario, updateScenario);
