// The list of the product's background functions.
import type { InngestFunction } from "inngest";
import { deliverEvents } from "./functions/deliver-events";
import { exportQueue } from "./functions/export-queue";

export const functions: InngestFunction.Any[] = [exportQueue, deliverEvents];
