import { expect, test } from "vitest";
import { forecastText } from "./forecast-text";

const late = { left: 960, completed_per_day: 120, ends_on: "2026-12-04", late: 340, due_date: "2026-12-01" };

test.each([
  [late, "At 120 items a day, work ends on Dec 4, 340 items late."],
  [{ ...late, late: 1 }, "At 120 items a day, work ends on Dec 4, 1 item late."],
  [{ ...late, late: 0, completed_per_day: 1 }, "At 1 item a day, work ends on Dec 4, in time."],
  [{ ...late, due_date: null, late: null, completed_per_day: 2.5 }, "At 2.5 items a day, work ends on Dec 4."],
  [{ ...late, due_date: null, late: null, completed_per_day: 1877.9 }, "At 1,878 items a day, work ends on Dec 4."],
  [
    { ...late, completed_per_day: null, ends_on: null, late: null },
    "960 items left. The pace is unknown: no item was completed in the last 14 days.",
  ],
  [{ ...late, ends_on: null }, "960 items left. At this pace it takes more than ten years."],
  [{ ...late, left: 0 }, "Nothing is left to do."],
])("words the forecast for %j", (forecast, text) => {
  expect(forecastText(forecast)).toBe(text);
});
