import { after } from "next/server";
import { webHandler } from "@/lib/exchange/web";
import { createEmbedding, keepAliveBy, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

keepAliveBy(after);

export const POST = webHandler(createEmbedding);
export const OPTIONS = webHandler(preflight);
const refuse = webHandler(wrongMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
