import { webHandler } from "@/lib/exchange/web";
import { checkScenario } from "@/lib/simulation/operations";

export const GET = webHandler(checkScenario);
