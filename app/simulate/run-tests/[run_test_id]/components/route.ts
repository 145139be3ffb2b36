import { webHandler } from "@/lib/exchange/web";
import { updateRunTestComponents } from "@/lib/simulation/operations";

export const PATCH = webHandler(updateRunTestComponents);
