import { deleteEvalGroup, getEvalGroup, replaceEvalGroup, updateEvalGroup } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getEvalGroup);
export const PUT = webHandler(replaceEvalGroup);
export const PATCH = webHandler(updateEvalGroup);
export const DELETE = webHandler(deleteEvalGroup);
