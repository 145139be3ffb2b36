import { webHandler } from "@/lib/exchange/web";
import { editSimulatorAgent } from "@/lib/simulation/operations";

export const PUT = webHandler(editSimulatorAgent);
