import { deleteScore, getScore, replaceScore, updateScore } from "@/lib/annotation/operations";

export const GET = getScore;
export const PUT = replaceScore;
export const PATCH = updateScore;
export const DELETE = deleteScore;
