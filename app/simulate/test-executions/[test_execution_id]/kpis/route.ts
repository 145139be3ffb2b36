import { webHandler } from "@/lib/exchange/web";
import { getExecutionKpis } from "@/lib/simulation/operations";

export const GET = webHandler(getExecutionKpis);
