import { webHandler } from "@/lib/exchange/web";
import { retryScenario } from "@/lib/simulation/operations";

export const POST = webHandler(retryScenario);
