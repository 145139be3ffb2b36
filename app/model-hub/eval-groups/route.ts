import { createEvalGroup, listEvalGroups } from "@/lib/evaluation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listEvalGroups);
export const POST = webHandler(createEvalGroup);
