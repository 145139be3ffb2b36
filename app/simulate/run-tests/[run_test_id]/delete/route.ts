import { webHandler } from "@/lib/exchange/web";
import { deleteRunTestByName } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteRunTestByName);
