import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { itemPath, suiteHouse } from "@/lib/annotation/testing/http";
import { notificationKinds } from "@/lib/contracts/shapes";
import { mounts } from "@/lib/http/testing/mounts";

const base = "/accounts/notifications/";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  async function mentioned() {
    const annotator = await house.person();
    const queue = await house.queue({ items: 1, annotators: [annotator.context] });
    const comment = { comment: "A secret of the reviewers", mentioned_user_ids: [annotator.id] };
    await house.owner.ok("POST", itemPath(queue, 0, "discussion/"), comment);
    return { annotator, queue };
  }

  test("a mention is listed, counted and marked as read, without the comment's text", async () => {
    const { annotator, queue } = await mentioned();
    expect(await annotator.ok("GET", `${base}unread/`)).toMatchObject({ result: { unread: 1 } });
    const listed = await annotator.ok("GET", `${base}?unread=true`);
    expect(listed).toMatchObject({ count: 1, results: [{ kind: "mention", read_at: null }] });
    const [notification] = listed.results;
    expect(notification.path).toBe(`/queues/${queue.queue_id}/annotate?item=${queue.itemIds[0]}`);
    expect(JSON.stringify(listed)).not.toContain("secret");
    const body = { notification_ids: [notification.id] };
    expect(await annotator.ok("POST", `${base}read/`, body)).toMatchObject({ result: { unread: 0 } });
    expect(await annotator.ok("GET", `${base}?unread=true`)).toMatchObject({ count: 0 });
    expect(await annotator.ok("GET", base)).toMatchObject({ count: 1 });
  });

  test("a person cannot read or mark another person's notifications", async () => {
    const { annotator } = await mentioned();
    const { results } = await annotator.ok("GET", base);
    const stranger = await house.stranger();
    const colleague = await house.person();
    for (const other of [stranger, colleague]) {
      await other.ok("POST", `${base}read/`, { notification_ids: [results[0].id] });
      expect(await other.ok("GET", base)).toMatchObject({ count: 0 });
    }
    expect(await annotator.ok("GET", `${base}unread/`)).toMatchObject({ result: { unread: 1 } });
  });

  test("invalid input is refused with its field's name", async () => {
    const { owner } = house;
    await owner.refused(400, "POST", `${base}read/`, {}, "notification_ids");
    await owner.refused(
      400,
      "POST",
      `${base}read/`,
      { all: true, notification_ids: [randomUUID()] },
      "notification_ids",
    );
    await owner.refused(400, "POST", `${base}read/`, { notification_ids: ["x"] }, "notification_ids.0");
    await owner.refused(400, "GET", `${base}?unread=perhaps`, undefined, "unread");
    const preferences = [{ kind: "weather", product: true, mail: true }];
    await owner.refused(400, "PATCH", `${base}preferences/`, { preferences }, "preferences.0.kind");
  });

  test("preferences can be changed by kind", async () => {
    const person = await house.person();
    const preferences = [{ kind: "export_ready", product: false, mail: true }];
    const changed = await person.ok("PATCH", `${base}preferences/`, { preferences });
    expect(changed.result.preferences).toHaveLength(notificationKinds.length);
    expect(changed.result.preferences).toContainEqual(preferences[0]);
    expect(await person.ok("GET", `${base}preferences/`)).toEqual(changed);
  });
});
