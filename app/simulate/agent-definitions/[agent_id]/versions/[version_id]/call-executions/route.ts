import { webHandler } from "@/lib/exchange/web";
import { listVersionCalls } from "@/lib/simulation/operations";

export const GET = webHandler(listVersionCalls);
