import { routeOf } from "@/lib/http/route";
import { createAgentVersion } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createAgentVersion);
