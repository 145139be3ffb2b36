import { expect, test } from "vitest";
import { suiteDatabase } from "@/db/testing/factories";
import { snapshotStream } from "./snapshot-stream";

const database = suiteDatabase();

async function* chunk() {
  yield "one";
}

test("the ninth concurrent download is refused, and the answer says what to do", async () => {
  const open = await Promise.all(Array.from({ length: 8 }, () => snapshotStream(database.db, chunk)));
  await expect(snapshotStream(database.db, chunk)).rejects.toThrow(
    /^Too many exports are running\. Try again when another has ended\.$/,
  );
  await expect(snapshotStream(database.db, chunk, "start one in the background")).rejects.toThrow(
    /^Too many exports are running\. Try again, or start one in the background\.$/,
  );
  for (const stream of open) expect(await new Response(stream).text()).toBe("one");
  const next = await snapshotStream(database.db, chunk);
  expect(await new Response(next).text()).toBe("one");
});
