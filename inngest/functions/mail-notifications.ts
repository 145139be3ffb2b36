import { connection } from "@/db/client";
import { variable } from "@/lib/env";
import { mailIsSetUp, sendMail } from "@/lib/mail/send-mail";
import { dueMail, markMailed } from "@/lib/notifications/mails";
import { MAIL_WINDOW_MINUTES } from "@/lib/notifications/notify";
import { inngest } from "../client";
import { notificationMailDue } from "../events";

/** Retries wait longer and longer: the last is some ten hours after the first, for a mail server that is away for long. */
const RETRIES = 20;

/**
 * Mails a person's notifications of the last minutes. What an earlier job could not send goes with the next mail
 * of two days, and is then left out by its own. Only a failure between the mail and its mark may send it twice.
 */
export const mailNotifications = inngest.createFunction(
  {
    id: "mail-notifications",
    triggers: [notificationMailDue],
    concurrency: [{ limit: 1, key: "event.data.userId" }],
    retries: RETRIES,
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
