import { addComment, getDiscussion } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(getDiscussion);
export const POST = webHandler(addComment);
