import { webHandler } from "@/lib/exchange/web";
import { healthz } from "@/lib/platform/operations";

export const GET = webHandler(healthz);
