import { webHandler } from "@/lib/exchange/web";
import { exportGatewaySpend, wrongAdminMethod } from "@/lib/gateway-admin/operations";

export const GET = webHandler(exportGatewaySpend);
const refuse = webHandler(wrongAdminMethod);

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
