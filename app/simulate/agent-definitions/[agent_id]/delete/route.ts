import { webHandler } from "@/lib/exchange/web";
import { deleteAgentDefinition } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteAgentDefinition);
