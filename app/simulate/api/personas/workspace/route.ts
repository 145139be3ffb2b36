import { webHandler } from "@/lib/exchange/web";
import { listWorkspacePersonas } from "@/lib/simulation/operations";

export const GET = webHandler(listWorkspacePersonas);
