// Labels over HTTP: the cases 1 to 14 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { idsOf, labelsPath, settingsOf, suiteHouse } from "@/lib/annotation/testing/http";
import { labelTypes } from "@/lib/contracts/shapes";
import { send } from "@/lib/http/testing/api";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const names = async (query = "") => {
    const page = await house.owner.ok("GET", `${labelsPath}${query}`);
    return page.results.map((label: { name: string }) => label.name);
  };
  const body = (change: object = {}) => ({
    name: `Label ${randomUUID()}`,
    type: "star",
    settings: settingsOf.star,
    ...change,
  });
  const create = async (change: object = {}) => (await house.owner.ok("POST", labelsPath, body(change))).result;

  test("an organization without labels lists none (case 1)", async () => {
    const nobody = await house.stranger();
    expect(await nobody.ok("GET", labelsPath)).toMatchObject({ count: 0, results: [] });
  });

  test("a list requested without paging has every label, so that clients find labels by name", async () => {
    const stranger = await house.stranger();
    const list = async (query: string) => stranger.ok("GET", `${labelsPath}${query}`);
    for (let made = 0; made < 12; made++) await stranger.ok("POST", labelsPath, body());
    for (const query of ["", "?type=star", "?include_usage_count=true"]) {
      expect(await list(query)).toMatchObject({ count: 12, total_pages: 1, next: null, results: { length: 12 } });
    }
    for (const query of ["?page=1", "?limit=10", "?page_size=10"]) {
      expect(await list(query)).toMatchObject({ count: 12, total_pages: 2, results: { length: 10 } });
    }
    expect(await list("?page=2")).toMatchObject({ current_page: 2, results: { length: 2 } });
    expect(await list("?limit=11&page=2")).toMatchObject({ results: { length: 1 } });
  });

  test("lists filter by type (case 2)", async () => {
    const [star, text] = [await create(), await create({ type: "text", settings: settingsOf.text })];
    expect(await names("?type=star&limit=500")).toContain(star.name);
    expect(await names("?type=star&limit=500")).not.toContain(text.name);
    expect(await names("?type=text")).toEqual([text.name]);
  });

  test("the search finds part of a name, ignoring case (case 3)", async () => {
    const label = await create({ name: "Tone of Voice" });
    await create({ name: "Something else" });
    expect(await names("?search=OF%20VO")).toEqual([label.name]);
  });

  test("lists start with the newest label (case 4)", async () => {
    const made = [await create(), await create(), await create()];
    expect((await names("?limit=3")).reverse()).toEqual(made.map((label) => label.name));
  });

  test("usage is counted only on request (case 5)", async () => {
    const label = await create();
    const [source_id] = await house.rows(1);
    const score = { source_type: "dataset_row", source_id, label_id: label.id, value: 4 };
    await house.owner.ok("POST", "/model-hub/scores/", score);
    const [withCounts] = (await house.owner.ok("GET", `${labelsPath}?limit=1&include_usage_count=true`)).results;
    expect(withCounts).toMatchObject({ id: label.id, annotation_count: 1, trace_annotations_count: 0 });
    const [plain] = (await house.owner.ok("GET", `${labelsPath}?limit=1`)).results;
    expect(Object.keys(plain).filter((key) => key.endsWith("_count"))).toEqual([]);
  });

  test.each(labelTypes)("creating a label of type %s returns it with its id (case 6)", async (type) => {
    const settings = settingsOf[type];
    const made = await create({ type, settings, description: "What it means", allow_notes: true });
    expect(made).toMatchObject({ type, settings, allow_notes: true, archived: false, id: expect.any(String) });
    expect(await house.owner.ok("GET", `${labelsPath}${made.id}/`)).toEqual(made);
  });

  test("a name and a known type are required (case 7)", async () => {
    await house.owner.refused(400, "POST", labelsPath, body({ name: undefined }), "name");
    await house.owner.refused(400, "POST", labelsPath, body({ name: " " }), "name");
    await house.owner.refused(400, "POST", labelsPath, body({ type: "foo" }), "type");
  });

  const { numeric, text, categorical, star } = settingsOf;
  test.each([
    ["numeric", { ...numeric, min: 10 }, "settings.min"],
    ["numeric", { ...numeric, min: 11 }, "settings.min"],
    ["numeric", { ...numeric, min: -1 }, "settings.min"],
    ["numeric", { ...numeric, max: -1 }, "settings.max"],
    ["numeric", { ...numeric, step_size: 0 }, "settings.step_size"],
  ])("%s bounds %j are refused (case 8)", async (type, settings, field) => {
    await house.owner.refused(400, "POST", labelsPath, body({ type, settings }), field);
  });

  test.each([
    ["text", { ...text, min_length: 20 }, "settings.min_length"],
    ["text", { ...text, min_length: 21 }, "settings.min_length"],
    ["categorical", { ...categorical, options: [{ label: "A" }, { label: " a " }] }, "settings.options"],
    ["star", { ...star, no_of_stars: 0 }, "settings.no_of_stars"],
  ])("%s settings %j are refused (case 9)", async (type, settings, field) => {
    await house.owner.refused(400, "POST", labelsPath, body({ type, settings }), field);
  });

  test("a name is unique per type, ignoring case (case 10)", async () => {
    await create({ name: "Taken" });
    await house.owner.refused(400, "POST", labelsPath, body({ name: "tAKEN" }), "non_field_errors");
    await create({ name: "Taken", type: "thumbs_up_down", settings: {} });
  });

  test("a PUT changes the name and settings; an unknown id answers 404 (case 11)", async () => {
    const { id } = await create();
    const change = body({ settings: { no_of_stars: 7 } });
    expect(await house.owner.ok("PUT", `${labelsPath}${id}/`, change)).toMatchObject({ id, ...change });
    expect(await house.owner.ok("GET", `${labelsPath}${id}/`)).toMatchObject(change);
    await house.owner.refused(404, "PUT", `${labelsPath}${randomUUID()}/`, change);
  });

  test("an archived label leaves the list, appears on request, and can be restored (case 12)", async () => {
    const { id } = await create();
    const listed = async (query: string) =>
      idsOf((await house.owner.ok("GET", `${labelsPath}?limit=500${query}`)).results).includes(id);
    expect(await house.owner.ok("DELETE", `${labelsPath}${id}/`)).toEqual({ status: true, result: { deleted: true } });
    expect([await listed(""), await listed("&archived=true"), await listed("&include_archived=true")]).toEqual([
      false,
      true,
      true,
    ]);
    await house.owner.refused(404, "GET", `${labelsPath}${id}/`);
    const restored = await house.owner.ok("POST", `${labelsPath}${id}/restore/`, {});
    expect(restored).toMatchObject({ status: true, result: { id, archived: false } });
    expect([await listed(""), await listed("&archived=true")]).toEqual([true, false]);
  });

  test("an empty change leaves the label unchanged", async () => {
    const { id } = await create();
    const before = await house.owner.ok("GET", `${labelsPath}${id}/`);
    expect(await house.owner.ok("PATCH", `${labelsPath}${id}/`, {})).toEqual(before);
  });

  test("live and unknown labels cannot be restored; another organization's label is unknown (case 13)", async () => {
    const { id, name } = await create();
    await house.owner.refused(404, "POST", `${labelsPath}${id}/restore/`);
    await house.owner.refused(404, "POST", `${labelsPath}${randomUUID()}/restore/`);
    const stranger = await house.stranger();
    const asStranger = async () => {
      await stranger.refused(404, "GET", `${labelsPath}${id}/`);
      await stranger.refused(404, "PUT", `${labelsPath}${id}/`, body());
      await stranger.refused(404, "PATCH", `${labelsPath}${id}/`, { name: "Theirs" });
      await stranger.refused(404, "DELETE", `${labelsPath}${id}/`);
      await stranger.refused(404, "POST", `${labelsPath}${id}/restore/`);
    };
    await asStranger();
    expect(await house.owner.ok("GET", `${labelsPath}${id}/`)).toMatchObject({ name, archived: false });
    await house.owner.ok("DELETE", `${labelsPath}${id}/`);
    await asStranger();
  });

  test("requests without credentials are refused (case 14)", async () => {
    expect((await send(house.server.url, "GET", labelsPath)).status).toBe(401);
  });
});
