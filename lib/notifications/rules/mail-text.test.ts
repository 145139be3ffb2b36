import { expect, test } from "vitest";
import { mailText } from "./mail-text";
import type { Worded } from "./wording";

const about = { organization: "Harbour", site: "https://assay.example.test", most: 2 };
const back: Worded = {
  kind: "changes_requested",
  actor: "Ada\nMoreno",
  subject: { queue_id: "q1", queue_name: "Answers", item_id: "i1" },
  items: 1,
};
const done: Worded = {
  kind: "queue_completed",
  actor: null,
  subject: { queue_id: "q2", queue_name: "Calls" },
  items: 1,
};

test("a single notification becomes the mail's subject, on one line", () => {
  const mail = mailText([back], about);
  expect(mail.subject).toBe("Ada Moreno sent an item back to you (Answers)");
  expect(mail.text).toContain(
    "Ada Moreno sent an item back to you (Answers).\nhttps://assay.example.test/queues/q1/annotate?item=i1\n",
  );
  expect(mail.text).toContain("https://assay.example.test/settings/profile");
});

test("several notifications are counted, and the newest listed up to a limit", () => {
  const mail = mailText([back, done, { ...done, subject: { ...done.subject, queue_name: "Newest" } }], about);
  expect(mail.subject).toBe("3 notifications in Harbour");
  expect(mail.text.match(/https:/g)).toHaveLength(3);
  expect(mail.text).toContain("The newest 2 of 3:");
  expect(mail.text).toContain("(Newest)");
  expect(mail.text).not.toContain("sent an item back");
});

test("a server without a configured address sends no links", () => {
  expect(mailText([done], { ...about, site: undefined }).text).not.toContain("http");
});

test("a long name is cut without half a sign", () => {
  const long = { ...done, subject: { ...done.subject, queue_name: "😀".repeat(200) } };
  const mails = [0, 1].map((shift) =>
    mailText(
      [{ ...long, subject: { ...long.subject, queue_name: `${"x".repeat(shift)}${long.subject.queue_name}` } }],
      about,
    ),
  );
  expect(mails.map(({ subject }) => subject.isWellFormed())).toEqual([true, true]);
});
