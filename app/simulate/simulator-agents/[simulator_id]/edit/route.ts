import { routeOf } from "@/lib/http/route";
import { editSimulatorAgent } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(editSimulatorAgent);
