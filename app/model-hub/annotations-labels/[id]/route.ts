import { deleteLabel, getLabel, replaceLabel, updateLabel } from "@/lib/annotation/operations";

export const GET = getLabel;
export const PUT = replaceLabel;
export const PATCH = updateLabel;
export const DELETE = deleteLabel;
