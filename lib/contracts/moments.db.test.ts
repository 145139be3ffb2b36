// What contracts take as a date or time, PostgreSQL reads as JavaScript does.
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { databaseOfEachTest } from "@/db/testing/factories";
import { day, timestamp } from "./shapes";
import { acceptedDates, acceptedTimes, refusedDates, refusedTimes } from "./testing/moments";

const database = databaseOfEachTest();

test("every accepted time is the same instant in PostgreSQL and in JavaScript", async () => {
  const years = ["0000", "0001", "0099", "1582", "1900", "2026", "9999"];
  const offsets = ["Z", "+00:00", "-00:00", "+05:45", "+14:00", "-15:59", "+15:59", "+16:00", "-23:59"];
  const edges = years.flatMap((year) =>
    ["01-01T00:00:00", "02-28T23:59", "12-31T23:59:59.999"].flatMap((rest) =>
      offsets.map((offset) => `${year}-${rest}${offset}`),
    ),
  );
  const accepted = [...acceptedTimes, ...refusedTimes, ...edges].filter((text) => timestamp.safeParse(text).success);
  expect(accepted.length).toBeGreaterThan(80);
  for (const text of accepted) {
    const [row] = await database.db.execute<{ same: boolean }>(sql`
      select date_trunc('milliseconds', ${text}::timestamptz) = ${new Date(text).toISOString()}::timestamptz as same`);
    expect(row, text).toEqual({ same: true });
  }
});

test("every accepted date is the same day in PostgreSQL", async () => {
  for (const text of [...acceptedDates, ...refusedDates].filter((text) => day.safeParse(text).success)) {
    const [row] = await database.db.execute<{ stored: string }>(
      sql`select to_char(${text}::date, 'YYYY-MM-DD') as stored`,
    );
    expect(row).toEqual({ stored: text });
  }
});
