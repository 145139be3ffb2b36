import { routeOf } from "@/lib/http/route";
import { compareAgentVersions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(compareAgentVersions);
