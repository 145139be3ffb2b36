import { routeOf } from "@/lib/http/route";
import { listAgentVersions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listAgentVersions);
