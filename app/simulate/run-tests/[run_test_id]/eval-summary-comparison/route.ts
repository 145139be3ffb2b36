import { webHandler } from "@/lib/exchange/web";
import { compareEvalSummaries } from "@/lib/simulation/operations";

export const GET = webHandler(compareEvalSummaries);
