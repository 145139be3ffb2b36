import { webHandler } from "@/lib/exchange/web";
import { addGatewayCredits, listGatewayCredits, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const GET = webHandler(listGatewayCredits);
export const POST = webHandler(addGatewayCredits);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
