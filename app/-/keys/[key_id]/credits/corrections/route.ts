import { webHandler } from "@/lib/exchange/web";
import { correctGatewayCredits, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const POST = webHandler(correctGatewayCredits);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
