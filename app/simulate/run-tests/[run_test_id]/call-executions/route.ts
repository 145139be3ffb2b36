import { webHandler } from "@/lib/exchange/web";
import { listRunTestCalls } from "@/lib/simulation/operations";

export const GET = webHandler(listRunTestCalls);
