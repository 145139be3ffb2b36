import { webHandler } from "@/lib/exchange/web";
import { openapi } from "@/lib/platform/operations";

export const GET = webHandler(openapi);
