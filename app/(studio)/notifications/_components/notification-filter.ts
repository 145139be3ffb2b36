import type { NotificationFilter } from "@/lib/client/notifications";
import { type Get, pageOf } from "../../_components/address";

/** The filter of the list, read from the address in the same way on the server and in the browser. */
export const notificationFilterOf = (get: Get): NotificationFilter => ({
  page: pageOf(get("page")),
  unread: get("show") === "unread",
});
