import { routeOf } from "@/lib/http/route";
import { createAgentDefinition } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createAgentDefinition);
