import { webHandler } from "@/lib/exchange/web";
import { deleteRunTest, getRunTest, updateRunTest } from "@/lib/simulation/operations";

export const DELETE = webHandler(deleteRunTest);
export const GET = webHandler(getRunTest);
export const PATCH = webHandler(updateRunTest);
