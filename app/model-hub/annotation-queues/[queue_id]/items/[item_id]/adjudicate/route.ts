import { adjudicateItem, withdrawAdjudication } from "@/lib/annotation/operations";

export const POST = adjudicateItem;
export const DELETE = withdrawAdjudication;
