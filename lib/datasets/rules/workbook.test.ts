import { expect, test } from "vitest";
import { textOfSheet, timeFormat, timeOfSheet, timeStyles, visibleSheet, workbookForm } from "./workbook";

test.each<[string, number[], ReturnType<typeof workbookForm>]>([
  ["a ZIP archive", [0x50, 0x4b, 3, 4, 20], "xlsx"],
  ["an old workbook", [0xd0, 0xcf, 0x11, 0xe0], "xls"],
  ["text", [0x50, 0x4b, 44, 13], null],
  ["nothing", [], null],
])("%s", (_, bytes, form) => expect(workbookForm(new Uint8Array(bytes))).toBe(form));

test.each<[Parameters<typeof textOfSheet>[0], string | null]>([
  [null, null],
  [undefined, null],
  ["", null],
  [" a ", " a "],
  [0, "0"],
  [0.75, "0.75"],
  [true, "true"],
  [new Date("2026-03-01T00:00:00Z"), "2026-03-01"],
  [new Date("2026-03-01T14:30:05.400Z"), "2026-03-01T14:30:05"],
  [new Date(Number.NaN), null],
])("a cell of %s", (value, text) => expect(textOfSheet(value)).toBe(text));

test.each<[string, ReturnType<typeof timeFormat>]>([
  ["h:mm", "time"],
  ["h:mm:ss\\ AM/PM;@", "time"],
  ["[$-F400]h:mm:ss", "time"],
  ["[Red]mm:ss.0", "time"],
  ["[h]:mm", "duration"],
  ["[ss]", "duration"],
  ["d.m.yyyy h:mm", null],
  ["mmm h:mm", null],
  ["General", null],
  ["0.0&quot; hours&quot;", null],
])("cells in the format %s show %s", (format, shown) => {
  const xml = `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellStyleXfs><xf numFmtId="20"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0"/><xf numFmtId="21" fontId="0"/><xf numFmtId="164"><alignment/></xf></cellXfs>`;
  const own = [["1", "time"]];
  expect([...timeStyles(xml, timeFormat)]).toEqual(shown ? [...own, ["2", shown]] : own);
});

test.each<[Date, Parameters<typeof timeOfSheet>[2], string | null]>([
  [new Date("1899-12-31T13:45:59Z"), "time", "13:45:59"],
  [new Date("1899-12-31T13:45:59Z"), "duration", "13:45:59"],
  [new Date("1900-01-01T00:00:00Z"), "time", null],
  [new Date("1900-01-01T06:05:00Z"), "duration", "30:05:00"],
  [new Date("2023-03-15T12:00:00Z"), "time", null],
])("%s in a format of a %s is %s", (value, format, text) => expect(timeOfSheet(value, false, format)).toBe(text));

test("styles without an end are looked at once", () => {
  const endless = "<cellXfs><numFmt <xf <sheet ".repeat(100_000);
  expect(timeStyles(endless, timeFormat).size).toBe(0);
  expect(visibleSheet(endless)).toBe(0);
});

test.each<[string, number]>([
  [`<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets>`, 0],
  [
    `<sheets><sheet name="A" state="hidden" r:id="r1"/><sheet name="B" state="veryHidden" r:id="r2"/><sheet name="C" r:id="r3"/></sheets>`,
    2,
  ],
  [`<sheets><sheet name="A" state="visible" r:id="r1"/><sheet name="B" r:id="r2"/></sheets>`, 0],
])("the first sheet to see of %s", (xml, index) => expect(visibleSheet(xml)).toBe(index));
