import { webHandler } from "@/lib/exchange/web";
import { rerunTestExecutions } from "@/lib/simulation/operations";

export const POST = webHandler(rerunTestExecutions);
