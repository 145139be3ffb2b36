import { deleteScore, getScore, replaceScore, updateScore } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getScore);
export const PUT = webHandler(replaceScore);
export const PATCH = webHandler(updateScore);
export const DELETE = webHandler(deleteScore);
