import { expect, test } from "vitest";
import { suiteDatabase } from "./testing/factories";
import { transaction } from "./transaction";

const database = suiteDatabase(2);

const broken = (code: string) => Object.assign(new Error("the database has ended the transaction"), { code });

test.each(["40001", "40P01"])(
  "after %s a transaction is tried four times, with a pause before each try",
  async (code) => {
    const begun: number[] = [];
    const work = () => {
      begun.push(performance.now());
      return Promise.reject(broken(code));
    };
    await expect(transaction(database.db, work)).rejects.toMatchObject({ code });
    expect(begun).toHaveLength(4);
    const pauses = begun.slice(1).map((at, index) => at - (begun[index] ?? at));
    expect(Math.min(...pauses)).toBeGreaterThan(8);
    expect(pauses[2]).toBeGreaterThan(38);
  },
);

test("any other failure is not tried again", async () => {
  let tries = 0;
  const work = () => {
    tries += 1;
    return Promise.reject(broken("23505"));
  };
  await expect(transaction(database.db, work)).rejects.toMatchObject({ code: "23505" });
  expect(tries).toBe(1);
});
