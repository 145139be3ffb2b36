// The form of CSV files: read from one, and used to write the same bytes again.
import type { FileForm } from "@/lib/contracts/datasets/file-form";

/** For datasets that were not made of CSV. */
export const PLAIN_FORM: FileForm = {
  bom: false,
  delimiter: ",",
  lineEnd: "\r\n",
  endsLastLine: true,
  quotes: "needed",
};

const BOM = "\uFEFF";

/** What only the whole text shows. */
export interface TextEnds {
  /** Whether it began with a byte order mark, which is not part of the sample. */
  bom: boolean;
  last: string;
}

/** The form of a file with this beginning. */
export function formOf(sample: string, { bom, last }: TextEnds, delimiter: string): FileForm {
  // Text between quotes is alternately outside and inside; line breaks inside belong to values.
  const outside = sample.split('"').filter((_, index) => index % 2 === 0);
  const [lineEnd = "\n"] = outside.map((text) => /\r\n|\n|\r/.exec(text)?.[0]).filter((found) => found !== undefined);
  return {
    bom,
    delimiter,
    // Safe: the pattern finds these three only.
    lineEnd: lineEnd as FileForm["lineEnd"],
    endsLastLine: /[\r\n]$/.test(last),
    quotes: hasOnlyQuoted(outside, delimiter) ? "all" : "needed",
  };
}

/** Around the values of a file whose every value is quoted, there are delimiters and line breaks only. */
function hasOnlyQuoted(outside: readonly string[], delimiter: string): boolean {
  const [first, ...others] = outside;
  const isBetween = (text: string): boolean => text === "" || text === delimiter || /^(?:\r\n|\n|\r)$/.test(text);
  return first === "" && others.length > 0 && others.every(isBetween);
}

/** One record without its line end. Null is nothing, which differs from an empty text. */
export function recordIn({ delimiter, quotes }: FileForm, cells: readonly (string | null)[]): string {
  const cellText = (cell: string | null): string => {
    if (cell === null) return "";
    const needsQuotes = quotes === "all" || cell === "" || cell.includes(delimiter) || /["\r\n]/.test(cell);
    return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  return cells.map(cellText).join(delimiter);
}

export const beginningOf = ({ bom }: FileForm): string => (bom ? BOM : "");
