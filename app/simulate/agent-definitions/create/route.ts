import { webHandler } from "@/lib/exchange/web";
import { createAgentDefinition } from "@/lib/simulation/operations";

export const POST = webHandler(createAgentDefinition);
