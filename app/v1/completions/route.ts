import { after } from "next/server";
import { webHandler } from "@/lib/exchange/web";
import { createCompletion, keepAliveBy, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

keepAliveBy(after);

export const POST = webHandler(createCompletion);
export const OPTIONS = webHandler(preflight);
const refuse = webHandler(wrongMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
