import { webHandler } from "@/lib/exchange/web";
import { getRunTestStatus } from "@/lib/simulation/operations";

export const GET = webHandler(getRunTestStatus);
