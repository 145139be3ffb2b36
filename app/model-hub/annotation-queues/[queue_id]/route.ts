import { deleteQueue, getQueue, replaceQueue, updateQueue } from "@/lib/annotation/operations";

export const GET = getQueue;
export const PUT = replaceQueue;
export const PATCH = updateQueue;
export const DELETE = deleteQueue;
