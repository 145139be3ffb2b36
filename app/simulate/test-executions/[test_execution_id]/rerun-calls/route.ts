import { webHandler } from "@/lib/exchange/web";
import { rerunCalls } from "@/lib/simulation/operations";

export const POST = webHandler(rerunCalls);
