import { routeOf } from "@/lib/http/route";
import { listRunTestScenarios } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listRunTestScenarios);
