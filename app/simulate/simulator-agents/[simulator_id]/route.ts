import { routeOf } from "@/lib/http/route";
import { getSimulatorAgent } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getSimulatorAgent);
