import { webHandler } from "@/lib/exchange/web";
import { restoreAgentVersion } from "@/lib/simulation/operations";

export const POST = webHandler(restoreAgentVersion);
