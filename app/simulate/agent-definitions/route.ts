import { routeOf } from "@/lib/http/route";
import { deleteAgentDefinitions, listAgentDefinitions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listAgentDefinitions, deleteAgentDefinitions);
