import { webHandler } from "@/lib/exchange/web";
import { getAgentDefinition } from "@/lib/simulation/operations";

export const GET = webHandler(getAgentDefinition);
