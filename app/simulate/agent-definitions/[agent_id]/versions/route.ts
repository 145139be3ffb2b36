import { webHandler } from "@/lib/exchange/web";
import { listAgentVersions } from "@/lib/simulation/operations";

export const GET = webHandler(listAgentVersions);
