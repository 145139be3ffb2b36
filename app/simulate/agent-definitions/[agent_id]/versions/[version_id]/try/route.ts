import { webHandler } from "@/lib/exchange/web";
import { tryAgentVersion } from "@/lib/simulation/operations";

export const POST = webHandler(tryAgentVersion);
