import { deleteLabel, getLabel, replaceLabel, updateLabel } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getLabel);
export const PUT = webHandler(replaceLabel);
export const PATCH = webHandler(updateLabel);
export const DELETE = webHandler(deleteLabel);
