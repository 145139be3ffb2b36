import { webHandler } from "@/lib/exchange/web";
import { createSimulatorAgent } from "@/lib/simulation/operations";

export const POST = webHandler(createSimulatorAgent);
