import { routeOf } from "@/lib/http/route";
import { createSimulatorAgent } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createSimulatorAgent);
