import { webHandler } from "@/lib/exchange/web";
import { listSpans } from "@/lib/traces/operations";

export const GET = webHandler(listSpans);
