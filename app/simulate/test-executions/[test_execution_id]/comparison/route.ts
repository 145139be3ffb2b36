import { webHandler } from "@/lib/exchange/web";
import { compareExecutions } from "@/lib/simulation/operations";

export const GET = webHandler(compareExecutions);
