import { adjudicateItem, withdrawAdjudication } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const POST = webHandler(adjudicateItem);
export const DELETE = webHandler(withdrawAdjudication);
