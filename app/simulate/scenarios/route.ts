import { routeOf } from "@/lib/http/route";
import { listScenarios } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listScenarios);
