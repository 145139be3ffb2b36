import { routeOf } from "@/lib/http/route";
import { getAgentVersion } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getAgentVersion);
