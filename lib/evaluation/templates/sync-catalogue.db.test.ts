import { and, eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { migrate } from "@/db/migrate";
import { appliedFunctions, evalTemplates, evalTemplateVersions } from "@/db/schema";
import { suiteDatabase } from "@/db/testing/factories";
import { builtIns } from "./catalogue";
import { idOfName } from "./fingerprint";
import { syncCatalogue } from "./sync-catalogue";

const database = suiteDatabase();

const systemTemplates = () =>
  database.db
    .select()
    .from(evalTemplates)
    .where(and(isNull(evalTemplates.organizationId), isNull(evalTemplates.deletedAt)));
const versions = (id: string) =>
  database.db.select().from(evalTemplateVersions).where(eq(evalTemplateVersions.templateId, id));

test("a migrated database has the first version of every built-in template", async () => {
  const rows = await systemTemplates();
  expect(rows).toHaveLength(builtIns().length);
  expect(new Set(rows.map(({ currentVersion }) => currentVersion))).toEqual(new Set([1]));
});

test("a changed definition becomes one new version, however many processes start at once", async () => {
  const id = idOfName("toxicity");
  await database.db
    .update(evalTemplateVersions)
    .set({ fingerprint: "an older one" })
    .where(eq(evalTemplateVersions.templateId, id));
  await database.db.update(appliedFunctions).set({ hash: "another" });
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url, syncCatalogue)));
  expect((await versions(id)).map(({ number }) => number).toSorted()).toEqual([1, 2]);
  const [template] = await database.db.select().from(evalTemplates).where(eq(evalTemplates.id, id));
  expect(template?.currentVersion).toBe(2);
  expect(await versions(idOfName("tone"))).toHaveLength(1);
});

test("a template that is no longer built in is removed", async () => {
  const id = idOfName("one of an older release");
  await database.db.insert(evalTemplates).values({ id, name: "one of an older release", evalType: "agent" });
  await database.db.update(appliedFunctions).set({ hash: "another" });
  await database.db.transaction(syncCatalogue);
  expect((await systemTemplates()).map((row) => row.id)).not.toContain(id);
});
