import { webHandler } from "@/lib/exchange/web";
import { updateEvalConfig } from "@/lib/simulation/operations";

export const POST = webHandler(updateEvalConfig);
