export { serveFunctions as GET, serveFunctions as POST, serveFunctions as PUT } from "@/inngest/serve";
