import { after } from "next/server";
import { createChatCompletion, keepAliveBy, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

keepAliveBy(after);

export const POST = createChatCompletion;
export const OPTIONS = preflight;
export { wrongMethod as DELETE, wrongMethod as GET, wrongMethod as PATCH, wrongMethod as PUT };
