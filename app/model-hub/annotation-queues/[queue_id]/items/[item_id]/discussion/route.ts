import { addComment, getDiscussion } from "@/lib/annotation/operations";

export const GET = getDiscussion;
export const POST = addComment;
