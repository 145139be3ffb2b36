import { webHandler } from "@/lib/exchange/web";
import { createGatewayKey, listGatewayKeys, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const GET = webHandler(listGatewayKeys);
export const POST = webHandler(createGatewayKey);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as PATCH, refuse as PUT };
