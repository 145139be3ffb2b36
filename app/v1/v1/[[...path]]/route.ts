// For clients that append /v1 to a base address that ends in it.
import { after } from "next/server";
import { webHandler } from "@/lib/exchange/web";
import { keepAliveBy, serveGateway } from "@/lib/gateway/operations";

export const runtime = "edge";

keepAliveBy(after);

const serve = webHandler(serveGateway);

export { serve as DELETE, serve as GET, serve as HEAD, serve as OPTIONS, serve as PATCH, serve as POST, serve as PUT };
