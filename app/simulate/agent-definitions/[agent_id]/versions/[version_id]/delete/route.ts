import { webHandler } from "@/lib/exchange/web";
import { deleteAgentVersion } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteAgentVersion);
