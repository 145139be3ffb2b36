import { webHandler } from "@/lib/exchange/web";
import { deleteAgentDefinitions, listAgentDefinitions } from "@/lib/simulation/operations";

export const GET = webHandler(listAgentDefinitions);
export const DELETE = webHandler(deleteAgentDefinitions);
