import { webHandler } from "@/lib/exchange/web";
import { getAgentVersion } from "@/lib/simulation/operations";

export const GET = webHandler(getAgentVersion);
