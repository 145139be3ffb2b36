import { routeOf } from "@/lib/http/route";
import { patchScenarioPrompts, updateScenarioPrompts } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(updateScenarioPrompts, patchScenarioPrompts);
