// Safe submits, drafts and undo over HTTP: what a client sees of docs/decisions/0019-safe-submits.md.
import { describe, expect, test } from "vitest";
import { itemPath, type Person, suiteHouse, work } from "@/lib/annotation/testing/http";
import type { TestQueue } from "@/lib/annotation/testing/queues";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const queueOf = async (person: Person) => house.queue({ items: 2, annotators: [person.context] });
  const body = ({ labelId }: TestQueue, value: unknown, more: object = {}) => ({
    annotations: [{ label_id: labelId, value }],
    ...more,
  });

  test("a submission sent five times at once counts once, and its id cannot be reused", async () => {
    const one = await house.person();
    const queue = await queueOf(one);
    const path = itemPath(queue, 0, "annotations/submit/");
    const sent = body(queue, { rating: 4 }, { mutation_id: "first" });
    const answers = await Promise.all(Array.from({ length: 5 }, () => one.ok("POST", path, sent)));
    expect(answers).toEqual(Array(5).fill({ status: true, result: { submitted: 1, ignored: [] } }));
    const [score] = (await one.ok("GET", itemPath(queue, 0, "annotations/"))).result;
    expect(score).toMatchObject({ value: { rating: 4 }, value_history: [] });
    const other = body(queue, { rating: 5 }, { mutation_id: "first" });
    expect((await one.refused(409, "POST", path, other)).code).toBe("mutation_id_reused");
    const elsewhere = itemPath(queue, 1, "annotations/submit/");
    expect((await one.refused(409, "POST", elsewhere, sent)).code).toBe("mutation_id_reused");
    await one.refused(400, "POST", path, body(queue, 4, { mutation_id: "" }), "mutation_id");
    await one.refused(400, "POST", path, body(queue, 4, { mutation_id: "x".repeat(101) }), "mutation_id");
  });

  test("a draft is stored, shown only to its author, and not overwritten by an older one", async () => {
    const one = await house.person();
    const queue = await queueOf(one);
    const path = itemPath(queue, 0, "draft/");
    expect((await one.ok("GET", path)).result).toBeNull();
    const first = (await one.ok("PUT", path, body(queue, "not a star", { item_notes: "note" }))).result;
    expect((await one.ok("GET", path)).result).toEqual(first);
    expect((await one.ok("GET", itemPath(queue, 0, "annotate-detail/"))).result.draft).toEqual(first);
    expect((await house.owner.ok("GET", path)).result).toBeNull();
    const newer = (await one.ok("PUT", path, body(queue, 2, { revision: first.revision }))).result;
    const late = await one.refused(409, "PUT", path, body(queue, 3, { revision: first.revision }));
    expect(late).toMatchObject({ code: "draft_outdated", draft: newer });
    const stranger = await house.stranger();
    for (const method of ["GET", "PUT", "DELETE"]) {
      await stranger.refused(404, method, path, method === "PUT" ? body(queue, 1) : undefined);
    }
    const large = { annotations: [{ label_id: queue.labelId, value: { text: "x".repeat(1_000_000) } }] };
    await one.refused(400, "PUT", path, large, "annotations");
    expect((await one.ok("DELETE", path)).result).toEqual({ deleted: true });
    const gone = await one.refused(409, "PUT", path, body(queue, 3, { revision: newer.revision }));
    expect(gone).toMatchObject({ code: "draft_outdated", draft: null });
  });

  test("an undone submission comes back as a draft and can be submitted again", async () => {
    const one = await house.person();
    const queue = await queueOf(one);
    await work(one, queue, 0, { rating: 2 });
    const undo = itemPath(queue, 0, "undo/");
    const item_id = queue.itemIds[0];
    expect((await one.ok("POST", undo)).result).toEqual({ undone_item_id: item_id, undone: "submit" });
    const detail = (await one.ok("GET", itemPath(queue, 0, "annotate-detail/"))).result;
    expect([detail.annotations, detail.item.status, detail.seat.state]).toEqual([[], "pending", "reserved"]);
    expect(detail.draft.annotations).toMatchObject([{ label_id: queue.labelId, value: { rating: 2 } }]);
    expect((await one.refused(409, "POST", undo)).code).toBe("nothing_to_undo");
    await work(one, queue, 0, { rating: 3 });
    const [score] = (await one.ok("GET", itemPath(queue, 0, "annotations/"))).result;
    expect(score.value_history.map((entry: { value: unknown }) => entry.value)).toEqual([{ rating: 2 }, null]);
    await one.ok("POST", itemPath(queue, 1, "skip/"));
    expect((await one.ok("POST", itemPath(queue, 1, "undo/"))).result.undone).toBe("skip");
  });
});
