import { webHandler } from "@/lib/exchange/web";
import { addGatewayCredits, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const POST = webHandler(addGatewayCredits);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as PUT };
