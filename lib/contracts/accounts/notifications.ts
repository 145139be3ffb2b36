import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, notificationKinds, page, pageQuery, timestamp } from "../shapes";

const tag = "Notifications";
const base = "/accounts/notifications/";
const kind = z.enum(notificationKinds);

/** The count of unread notifications stops here. */
export const MAX_UNREAD = 100;
const unread = z.int().meta({ description: `Unread notifications, at most ${MAX_UNREAD}` });

export const notification = z
  .object({
    id,
    kind,
    title: z.string().meta({ description: "What happened, in a sentence" }),
    about: z.string().meta({ description: "The name of the queue or prompt" }),
    path: z.string().meta({ description: "Where it leads in the web application" }),
    created_at: timestamp,
    read_at: timestamp.nullable(),
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof notification>;

export const listNotifications = define({
  name: "listNotifications",
  method: "GET",
  path: base,
  tag,
  summary: "List the calling user's notifications",
  description:
    "Lists the calling user's notifications in the organization, newest first: mentions, work sent back, items assigned, queues completed and exports ready. They are kept for 90 days.",
  query: z.strictObject({
    ...pageQuery,
    unread: z.boolean().default(false).meta({ description: "Only unread ones" }),
  }),
  envelope: "page",
  response: page(notification),
});

export const countUnreadNotifications = define({
  name: "countUnreadNotifications",
  method: "GET",
  path: `${base}unread/`,
  tag,
  summary: "Count the calling user's unread notifications",
  description: `Counts the calling user's unread notifications in the organization, up to ${MAX_UNREAD}.`,
  response: z.object({ unread }),
});

export const markNotificationsRead = define({
  name: "markNotificationsRead",
  method: "POST",
  path: `${base}read/`,
  tag,
  summary: "Mark notifications of the calling user as read",
  description:
    "Marks the named notifications of the calling user as read, or all of them. Ids of no notification, or of somebody else's, are ignored. Repeating the request changes nothing.",
  errors: ["required"],
  access: "read",
  body: z
    .strictObject({
      notification_ids: list(id, 1000).optional(),
      all: z.boolean().default(false),
    })
    .refine((body) => body.all !== (body.notification_ids !== undefined), {
      path: ["notification_ids"],
      error: "Send either notification_ids or all: true.",
    }),
  response: z.object({ unread }),
  example: { all: true },
});

const channels = {
  product: z.boolean().meta({ description: "Shown in the web application" }),
  mail: z.boolean().meta({ description: "Sent by mail, if the server can send mail" }),
};
const preference = z.object({ kind, ...channels }).meta({ id: "NotificationPreference" });
export type NotificationPreference = z.infer<typeof preference>;

const preferences = z.object({
  preferences: z.array(preference).meta({ description: "Every kind" }),
  mail_is_set_up: z.boolean().meta({ description: "Whether the server can send mail" }),
});

export const getNotificationPreferences = define({
  name: "getNotificationPreferences",
  method: "GET",
  path: `${base}preferences/`,
  tag,
  summary: "Get notification preferences",
  description: "Returns how the calling user is notified of each kind, in all organizations.",
  response: preferences,
});

export const setNotificationPreferences = define({
  name: "setNotificationPreferences",
  method: "PATCH",
  path: `${base}preferences/`,
  tag,
  summary: "Choose how the calling user is notified",
  description:
    "Changes how the calling user is notified of the named kinds, in all organizations, from now on. Other kinds stay as they are.",
  access: "read",
  body: z.strictObject({ preferences: list(z.strictObject({ kind, ...channels }), 20) }),
  response: preferences,
  example: { preferences: [{ kind: "mention", product: true, mail: false }] },
});
