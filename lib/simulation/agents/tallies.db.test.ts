import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { callExecutions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createTestExecution } from "../testing";
import { talliesOf } from "./tallies";

const database = suiteDatabase();

test("a version's score is the mean of its calls' scores; deleted calls and other versions do not count", async () => {
  const context = await createCaller(database.db, await createOrganization(database.db));
  const [version, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const at = (agentVersionId: string) => ({ agentVersionId });
  await createTestExecution(context, [{ overallScore: 4 }, { overallScore: 8 }], at(version));
  const { callIds } = await createTestExecution(context, [{ overallScore: 10 }, { overallScore: 1 }], at(version));
  await createTestExecution(context, [{ overallScore: 2 }], at(other));
  await database.db
    .update(callExecutions)
    .set({ deletedAt: new Date() })
    .where(eq(callExecutions.id, callIds[1] ?? ""));
  const tallies = await talliesOf(database.db, [version, other, crypto.randomUUID()]);
  expect([...tallies].map(([id, { score }]) => [id, score]).toSorted()).toEqual(
    [
      [version, (4 + 8 + 10) / 3],
      [other, 2],
    ].toSorted(),
  );
});
