import { routeOf } from "@/lib/http/route";
import { listSimulatorAgents } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listSimulatorAgents);
