import { routeOf } from "@/lib/http/route";
import { deleteSimulatorAgent } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteSimulatorAgent);
