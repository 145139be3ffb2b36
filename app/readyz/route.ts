import { webHandler } from "@/lib/exchange/web";
import { readyz } from "@/lib/platform/operations";

export const GET = webHandler(readyz);
