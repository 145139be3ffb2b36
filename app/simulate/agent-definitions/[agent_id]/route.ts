import { routeOf } from "@/lib/http/route";
import { getAgentDefinition } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getAgentDefinition);
