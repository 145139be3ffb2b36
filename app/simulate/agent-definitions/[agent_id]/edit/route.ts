import { routeOf } from "@/lib/http/route";
import { editAgentDefinition, updateAgentDefinition } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(editAgentDefinition, updateAgentDefinition);
