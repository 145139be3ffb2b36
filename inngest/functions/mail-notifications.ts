import { connection } from "@/db/client";
import { variable } from "@/lib/env";
import { mailIsSetUp, sendMail } from "@/lib/mail/send-mail";
import { dueMail, markMailed } from "@/lib/notifications/mails";
import { MAIL_WINDOW_MINUTES } from "@/lib/notifications/notify";
import { inngest } from "../client";
import { notificationMailDue } from "../events";

/** Mails a person's notifications of the last minutes. A retry after the mail was sent may send it twice, never not at all. */
export const mailNotifications = inngest.createFunction(
  {
    id: "mail-notifications",
    triggers: [notificationMailDue],
    concurrency: [{ limit: 1, key: "event.data.userId" }],
    retries: 5,
  },
  async ({ event, step }) => {
    if (!mailIsSetUp()) return;
    await step.sleep("collect", `${MAIL_WINDOW_MINUTES}m`);
    await step.run("send", async () => {
      const { db } = connection();
      const mail = await dueMail(db, event.data, variable("ASSAY_URL"));
      if (!mail) return;
      await sendMail(mail);
      await markMailed(db, mail.ids, new Date());
    });
  },
);
