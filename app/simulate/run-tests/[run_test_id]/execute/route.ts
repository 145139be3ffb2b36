import { webHandler } from "@/lib/exchange/web";
import { executeRunTest } from "@/lib/simulation/operations";

export const POST = webHandler(executeRunTest);
