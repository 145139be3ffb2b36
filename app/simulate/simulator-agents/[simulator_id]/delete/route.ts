import { webHandler } from "@/lib/exchange/web";
import { deleteSimulatorAgent } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteSimulatorAgent);
