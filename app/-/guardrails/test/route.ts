import { after } from "next/server";
import { keepAliveBy } from "@/lib/exchange/keep-alive";
import { webHandler } from "@/lib/exchange/web";
import { testGuardrail, wrongAdminMethod } from "@/lib/gateway-admin/operations";

keepAliveBy(after);

export const POST = webHandler(testGuardrail);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
