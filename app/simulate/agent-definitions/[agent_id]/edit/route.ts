import { webHandler } from "@/lib/exchange/web";
import { editAgentDefinition } from "@/lib/simulation/operations";

export const PUT = webHandler(editAgentDefinition);
