import { createChatCompletion, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

export const POST = createChatCompletion;
export const OPTIONS = preflight;
export { wrongMethod as DELETE, wrongMethod as GET, wrongMethod as PATCH, wrongMethod as PUT };
