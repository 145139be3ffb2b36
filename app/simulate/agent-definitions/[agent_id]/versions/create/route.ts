import { webHandler } from "@/lib/exchange/web";
import { createAgentVersion } from "@/lib/simulation/operations";

export const POST = webHandler(createAgentVersion);
