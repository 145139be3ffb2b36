import { webHandler } from "@/lib/exchange/web";
import { exportTraces } from "@/lib/traces/operations";

export const POST = webHandler(exportTraces);
