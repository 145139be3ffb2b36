import { after } from "next/server";
import { webHandler } from "@/lib/exchange/web";
import { keepAliveBy } from "@/lib/gateway/operations";
import { testGuardrail, wrongAdminMethod } from "@/lib/gateway-admin/operations";

keepAliveBy(after);

export const POST = webHandler(testGuardrail);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
