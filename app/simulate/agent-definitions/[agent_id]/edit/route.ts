import { routeOf } from "@/lib/http/route";
import { editAgentDefinition } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(editAgentDefinition);
