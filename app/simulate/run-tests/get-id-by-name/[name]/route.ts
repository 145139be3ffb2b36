import { webHandler } from "@/lib/exchange/web";
import { getRunTestIdByName } from "@/lib/simulation/operations";

export const GET = webHandler(getRunTestIdByName);
