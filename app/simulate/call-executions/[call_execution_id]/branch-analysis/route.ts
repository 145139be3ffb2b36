import { webHandler } from "@/lib/exchange/web";
import { analyzeCallBranch } from "@/lib/simulation/operations";

export const GET = webHandler(analyzeCallBranch);
