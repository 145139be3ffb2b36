import { routeOf } from "@/lib/http/route";
import { restoreAgentVersion } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(restoreAgentVersion);
