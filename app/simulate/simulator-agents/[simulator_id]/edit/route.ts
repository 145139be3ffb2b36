import { routeOf } from "@/lib/http/route";
import { editSimulatorAgent, updateSimulatorAgent } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(editSimulatorAgent, updateSimulatorAgent);
