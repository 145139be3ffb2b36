// Whether a text is a Python program, and how many branches it has.
import { parser } from "@lezer/python";
import { startBreaks } from "@/lib/bounds/turn";
import { within } from "../unscored";
import { type Edit, editsOf } from "./python-forms";

export interface Python {
  /** The first problem; null if there is none. */
  problem: string | null;
  complexity: number;
}

const BRANCHES = new Set(["if", "elif", "for", "while", "except", "and", "or", "case"]);
/** An error may hide what follows it, so the text is read again after a form is rewritten. A pass takes linear time. */
const MOST_PASSES = 5;
const MOST_READ = 400_000;

/** McCabe (1976), "A Complexity Measure": 1 + the number of branches. `and` and `or` count, as in radon. */
export async function pythonOf(program: string): Promise<Python> {
  within(program.length, 200_000, "The program");
  // Python ignores form feeds that begin a line.
  let text = program.replaceAll(/^\f+/gm, "");
  for (let pass = 1; ; pass++) {
    const { wrong, branches, edits } = await read(text);
    if (edits.length > 0 && pass < MOST_PASSES && pass * text.length < MOST_READ) {
      text = edited(text, edits);
      continue;
    }
    const problem = wrong < 0 ? null : `Something is wrong in line ${text.slice(0, wrong).split("\n").length}.`;
    return { problem, complexity: 1 + branches };
  }
}

/** Where the first error is (-1 if there is none), the branches, and what to rewrite. */
async function read(text: string): Promise<{ wrong: number; branches: number; edits: Edit[] }> {
  let [wrong, branches] = [-1, 0];
  const edits: Edit[] = [];
  (await treeOf(text)).iterate({
    enter(found) {
      const { type, from } = found;
      // The grammar also accepts Python 2's print statement.
      if ((type.isError || type.name === "PrintStatement") && wrong < 0) wrong = from;
      if (BRANCHES.has(type.name)) branches++;
      edits.push(...editsOf(found, text));
    },
  });
  return { wrong, branches, edits };
}

/** Text that is no Python takes seconds to parse, in which others are served too. */
async function treeOf(text: string): Promise<ReturnType<typeof parser.parse>> {
  const breaks = startBreaks();
  const parsing = parser.startParse(text);
  for (;;) {
    const tree = parsing.advance();
    if (tree) return tree;
    if (breaks.isDue()) await breaks.take();
  }
}

/** The text with the edits, which are in order. One that begins within another waits for the next pass. */
function edited(text: string, edits: readonly Edit[]): string {
  let [result, at] = ["", 0];
  for (const { from, to, insert } of edits) {
    if (from < at) continue;
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
