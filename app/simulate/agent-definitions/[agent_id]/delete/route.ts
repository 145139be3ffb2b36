import { routeOf } from "@/lib/http/route";
import { deleteAgentDefinition } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteAgentDefinition);
