const DELIMITERS = [",", ";", "\t", "|"] as const;
const RECORDS = 20;

/** The first line by which some programs tell Excel the delimiter, such as `sep=;`; null if the text has none. */
export function delimiterLine(sample: string): { delimiter: string; length: number } | null {
  const [line, delimiter] = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(sample) ?? [];
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length };
}

/**
 * Guesses the delimiter of CSV text from its first records: the one that occurs equally often in each, else most often
 * in the first.
 */
export function findDelimiter(sample: string): string {
  // Removes quoted values first, because delimiters and line breaks inside them do not count. Text between quotes is
  // alternately outside and inside; a doubled quote inside gives an empty outside piece.
  const records = sample
    .split('"')
    .filter((_, index) => index % 2 === 0)
    .join("")
    .split(/\r\n|\n|\r/)
    .filter((record) => record.trim() !== "");
  // The sample may end within a record.
  const whole = records.slice(0, Math.max(1, Math.min(RECORDS, records.length - 1)));
  const counts = DELIMITERS.map((delimiter) => {
    const perRecord = whole.map((record) => record.split(delimiter).length - 1);
    const first = perRecord[0] ?? 0;
    return { delimiter, first, isRegular: first > 0 && perRecord.every((number) => number === first) };
  });
  const regular = counts.filter((candidate) => candidate.isRegular);
  const [best] = (regular.length > 0 ? regular : counts).toSorted((left, right) => right.first - left.first);
  return best?.delimiter ?? ",";
}
