import { routeOf } from "@/lib/http/route";
import { createScenario } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createScenario);
