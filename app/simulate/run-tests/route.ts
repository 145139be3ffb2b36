import { webHandler } from "@/lib/exchange/web";
import { listRunTests } from "@/lib/simulation/operations";

export const GET = webHandler(listRunTests);
