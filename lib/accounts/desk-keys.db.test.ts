import { expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { getDeskKeys, setDeskKeys } from "./desk-keys";
import { usualDeskKeys } from "./rules/desk-keys";

const database = suiteDatabase();

test("keys are personal, and saving replaces all of them", async () => {
  const organization = await createOrganization(database.db);
  const [ana, ben] = [await createCaller(database.db, organization), await createCaller(database.db, organization)];
  expect(await getDeskKeys(ana, {})).toEqual({ keys: usualDeskKeys });
  await setDeskKeys(ana, { keys: { skip: "k", undo: "j" } });
  expect(await getDeskKeys(ana, {})).toEqual({ keys: { ...usualDeskKeys, skip: "k", undo: "j" } });
  await setDeskKeys(ana, { keys: { skip: "x" } });
  expect(await getDeskKeys(ana, {})).toEqual({ keys: { ...usualDeskKeys, skip: "x" } });
  expect(await getDeskKeys(ben, {})).toEqual({ keys: usualDeskKeys });
});

test("a conflict names both actions, and changes nothing", async () => {
  const ana = await createCaller(database.db, await createOrganization(database.db));
  await setDeskKeys(ana, { keys: { skip: "k" } });
  await expect(setDeskKeys(ana, { keys: { skip: "z", flag: "g" } })).rejects.toMatchObject({
    detail: {
      fields: {
        "keys.undo": [expect.stringContaining("Skip")],
        "keys.skip": [expect.stringContaining("Take back the last answer")],
        "keys.flag": [expect.stringContaining("g and o")],
      },
    },
  });
  expect(await getDeskKeys(ana, {})).toEqual({ keys: { ...usualDeskKeys, skip: "k" } });
});
