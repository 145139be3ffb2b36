import { webHandler } from "@/lib/exchange/web";
import { getVersionEvalSummary } from "@/lib/simulation/operations";

export const GET = webHandler(getVersionEvalSummary);
