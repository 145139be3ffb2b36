import { webHandler } from "@/lib/exchange/web";
import { addEvalConfigs } from "@/lib/simulation/operations";

export const POST = webHandler(addEvalConfigs);
