import { webHandler } from "@/lib/exchange/web";
import { listRunTestExecutions } from "@/lib/simulation/operations";

export const GET = webHandler(listRunTestExecutions);
