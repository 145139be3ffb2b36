import { webHandler } from "@/lib/exchange/web";
import { exportTestExecution } from "@/lib/simulation/operations";

export const GET = webHandler(exportTestExecution);
