import { webHandler } from "@/lib/exchange/web";
import { getTrace } from "@/lib/traces/operations";

export const GET = webHandler(getTrace);
