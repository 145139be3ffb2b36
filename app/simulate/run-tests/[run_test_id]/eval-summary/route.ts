import { webHandler } from "@/lib/exchange/web";
import { getEvalSummary } from "@/lib/simulation/operations";

export const GET = webHandler(getEvalSummary);
