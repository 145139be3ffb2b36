import { webHandler } from "@/lib/exchange/web";
import { cancelTestExecution } from "@/lib/simulation/operations";

export const POST = webHandler(cancelTestExecution);
