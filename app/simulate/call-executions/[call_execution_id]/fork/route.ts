import { webHandler } from "@/lib/exchange/web";
import { forkCall } from "@/lib/simulation/operations";

export const POST = webHandler(forkCall);
