import { createGatewayKey, listGatewayKeys, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const GET = listGatewayKeys;
export const POST = createGatewayKey;
export { wrongAdminMethod as DELETE, wrongAdminMethod as PATCH, wrongAdminMethod as PUT };
