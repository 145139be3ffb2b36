import { webHandler } from "@/lib/exchange/web";
import { exportGatewayRequests, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const GET = webHandler(exportGatewayRequests);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
