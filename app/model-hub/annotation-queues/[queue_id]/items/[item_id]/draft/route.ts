import { discardDraft, getDraft, saveDraft } from "@/lib/annotation/operations";

export const GET = getDraft;
export const PUT = saveDraft;
export const DELETE = discardDraft;
