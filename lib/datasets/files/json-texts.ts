// Splits JSON files into records without loading the whole file. The parser of each record checks its validity.
import { MAX_CELL_CHARACTERS } from "../rules/cell-text";
import { atLine } from "./imported-columns";

export interface RecordText {
  line: number;
  text: string;
}

/** The lines of JSON Lines; blank ones are skipped. */
export async function* jsonLines(chunks: AsyncIterable<string>): AsyncGenerator<RecordText> {
  let line = 1;
  let rest = "";
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      if (text.trim() !== "") yield bounded({ line, text });
      line++;
    }
    bounded({ line, text: rest });
  }
  if (rest.trim() !== "") yield { line, text: rest };
}

// An escape is one token, so that an escaped quote does not end a string.
const MARK = /\\[\s\S]|["[\]{},\n]/g;

/** The entries of a JSON array that is the whole file. */
export async function* jsonArrayEntries(chunks: AsyncIterable<string>): AsyncGenerator<RecordText> {
  let line = 1;
  let depth = 0;
  let inString = false;
  let state: "before" | "within" | "after" = "before";
  let entry = { line, text: "" };
  let count = 0;
  for await (const chunk of wholeEscapes(chunks)) {
    let start = 0;
    for (const { 0: mark, index } of state === "after" ? [] : chunk.matchAll(MARK)) {
      if (mark === "\n") line++;
      else if (mark === '"') inString = !inString;
      else if (inString) continue;
      else if (mark === "[" || mark === "{") depth++;
      else if (mark === "]" || mark === "}") depth--;
      const isOpen: boolean = state === "before" && depth === 1;
      const isClosed: boolean = state === "within" && depth === 0;
      if (!isOpen && !isClosed && !(mark === "," && depth === 1)) continue;
      entry.text += chunk.slice(start, index);
      // An empty array has no entry. The parser refuses a missing entry between commas.
      if (!isOpen && !(isClosed && count === 0 && entry.text.trim() === "")) {
        yield bounded(startingAtText(entry));
        count++;
      }
      entry = { line, text: "" };
      start = index + 1;
      state = isClosed ? "after" : "within";
      if (isClosed) break;
    }
    entry.text += chunk.slice(start);
    bounded(entry);
  }
  const end = startingAtText(entry);
  if (state !== "after") throw atLine(end.line, "what begins here is not closed before the file ends.");
  if (end.text.trim() !== "") throw atLine(end.line, "text follows the end of the array.");
}

/** The same text, split so that no escape crosses two chunks. */
async function* wholeEscapes(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const text = rest + chunk;
    let run = 0;
    while (text.charAt(text.length - 1 - run) === "\\") run++;
    const end = text.length - (run % 2);
    rest = text.slice(end);
    yield text.slice(0, end);
  }
  yield rest;
}

function startingAtText({ line, text }: RecordText): RecordText {
  const space = text.slice(0, text.length - text.trimStart().length);
  return { line: line + space.split("\n").length - 1, text };
}

function bounded(record: RecordText): RecordText {
  if (record.text.length <= MAX_CELL_CHARACTERS) return record;
  throw atLine(record.line, `the record is longer than ${MAX_CELL_CHARACTERS} characters.`);
}
