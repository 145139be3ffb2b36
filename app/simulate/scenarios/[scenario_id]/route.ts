import { webHandler } from "@/lib/exchange/web";
import { getScenario } from "@/lib/simulation/operations";

export const GET = webHandler(getScenario);
