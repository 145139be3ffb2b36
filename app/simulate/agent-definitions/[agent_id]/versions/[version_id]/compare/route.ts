import { webHandler } from "@/lib/exchange/web";
import { compareAgentVersions } from "@/lib/simulation/operations";

export const GET = webHandler(compareAgentVersions);
