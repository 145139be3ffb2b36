// What the desk asks for. In a file of its own: the desk loads nothing else of the annotation screens.
import { queryFor } from "@/lib/client/query";
import * as operations from "../operations";
import { fewAtOnce } from "./few-at-once";

export const queueQuery = (queue_id: string) => queryFor(operations.getQueue, { queue_id });
/** The home page reads the progress of many queues. All at once would keep the server's connections from others. */
const progressInTurn = fewAtOnce(6);
export const progressQuery = (queue_id: string) => queryFor(operations.getQueueProgress, { queue_id }, progressInTurn);
/** The item with its form; `reserve` takes or renews the reservation, so it is asked for by the desk alone. */
export const itemQuery = (queue_id: string, item_id: string) =>
  queryFor(operations.annotateDetail, { queue_id, item_id, reserve: true });
