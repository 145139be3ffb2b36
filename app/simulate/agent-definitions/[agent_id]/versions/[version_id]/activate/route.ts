import { webHandler } from "@/lib/exchange/web";
import { activateAgentVersion } from "@/lib/simulation/operations";

export const POST = webHandler(activateAgentVersion);
