import { deleteQueue, getQueue, replaceQueue, updateQueue } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getQueue);
export const PUT = webHandler(replaceQueue);
export const PATCH = webHandler(updateQueue);
export const DELETE = webHandler(deleteQueue);
