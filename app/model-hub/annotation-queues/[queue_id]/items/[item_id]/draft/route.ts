import { discardDraft, getDraft, saveDraft } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getDraft);
export const PUT = webHandler(saveDraft);
export const DELETE = webHandler(discardDraft);
