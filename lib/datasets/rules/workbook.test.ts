import { expect, test } from "vitest";
import { isTimeFormat, textOfSheet, timeStyles, visibleSheet, workbookForm } from "./workbook";

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

test.each<[string, boolean]>([
  ["h:mm", true],
  ["h:mm:ss\\ AM/PM;@", true],
  ["[$-F400]h:mm:ss", true],
  ["[Red]mm:ss.0", true],
  ["[h]:mm", true],
  ["[ss]", true],
  ["d.m.yyyy h:mm", false],
  ["mmm h:mm", false],
  ["General", false],
  ["0.0&quot; hours&quot;", false],
])("cells in the format %s are times: %s", (format, isTime) => {
  const xml = `<numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellStyleXfs><xf numFmtId="20"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0"/><xf numFmtId="21" fontId="0"/><xf numFmtId="164"><alignment/></xf></cellXfs>`;
  expect([...timeStyles(xml, isTimeFormat)]).toEqual(isTime ? ["1", "2"] : ["1"]);
});

test.each<[string, number]>([
  [`<sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets>`, 0],
  [
    `<sheets><sheet name="A" state="hidden" r:id="r1"/><sheet name="B" state="veryHidden" r:id="r2"/><sheet name="C" r:id="r3"/></sheets>`,
    2,
  ],
  [`<sheets><sheet name="A" state="visible" r:id="r1"/><sheet name="B" r:id="r2"/></sheets>`, 0],
])("the first sheet to see of %s", (xml, index) => expect(visibleSheet(xml)).toBe(index));
