import { webHandler } from "@/lib/exchange/web";
import { deleteResponse, getResponse, preflight, wrongMethod } from "@/lib/gateway/operations";

export const runtime = "edge";

export const GET = webHandler(getResponse);
export const DELETE = webHandler(deleteResponse);
export const OPTIONS = webHandler(preflight);
const refuse = webHandler(wrongMethod);

export { refuse as PATCH, refuse as POST, refuse as PUT };
