import { webHandler } from "@/lib/exchange/web";
import { listTraces } from "@/lib/traces/operations";

export const GET = webHandler(listTraces);
