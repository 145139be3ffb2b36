import { webHandler } from "@/lib/exchange/web";
import { getPerformanceSummary } from "@/lib/simulation/operations";

export const GET = webHandler(getPerformanceSummary);
