import { webHandler } from "@/lib/exchange/web";
import { createScenario } from "@/lib/simulation/operations";

export const POST = webHandler(createScenario);
