import { routeOf } from "@/lib/http/route";
import { activateAgentVersion } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(activateAgentVersion);
