// Whether texts are valid in a programming language other than Python.
import { parse } from "acorn";
import { SaxesParser } from "saxes";
import { cut } from "@/lib/bounds/excerpt";
import { startBreaks } from "@/lib/bounds/turn";
import { Unscored, within } from "../unscored";

/** The first problem; null if there is none. */
type Problem = string | null;

const messageOf = (error: unknown): string => (error instanceof Error ? cut(error.message, 200) : "It cannot be read.");

export function jsonProblem(text: string): Problem {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/** Parses as a module, or else as a script. Throws `Unscored` if it is nested too deep. */
export function javascriptProblem(text: string): Problem {
  within(text.length, 500_000, "The program");
  const problemAs = (sourceType: "module" | "script"): Problem => {
    try {
      parse(text, { ecmaVersion: "latest", sourceType });
      return null;
    } catch (error) {
      if (error instanceof RangeError || /stack space/.test(messageOf(error)))
        throw new Unscored("The program is nested too deep to be read.");
      return messageOf(error);
    }
  };
  const asModule = problemAs("module");
  return asModule === null || problemAs("script") === null ? null : asModule;
}

/** Characters that are read without a break. */
const XML_PART = 10_000;

/** Well-formed, without a document type: entities can make little text very large. */
export async function xmlProblem(text: string): Promise<Problem> {
  let problem: Problem = null;
  const reader = new SaxesParser();
  const stop = (what: string) => {
    problem ??= cut(what, 200);
  };
  reader.on("error", (error) => stop(error.message));
  reader.on("doctype", () => stop("A document type is refused."));
  const breaks = startBreaks();
  for (let at = 0; at < text.length; at += XML_PART) {
    reader.write(text.slice(at, at + XML_PART));
    if (breaks.isDue()) await breaks.take();
  }
  reader.close();
  return problem;
}

const OBJECT =
  "(?:temporary |temp |unique |materialized |or replace |recursive )*(?:table|view|index|schema|database|function|procedure|trigger|sequence|type|role|user|extension)";
/** A statement's first words and its mandatory parts. Signs and quotes separate words, like blanks. Each pattern takes linear time. */
const STATEMENTS: readonly (readonly RegExp[])[] = [
  [/^select(?: \S|[*(@:$+[]|[-.]\d)/],
  [/^insert (?:or \w+ )?into(?: \S|\[)/, /[ ()\]](?:values|select|set)\b/],
  [/^update(?: \S|\[)/, /[ )\]]set(?: \S|[([])/],
  [/^delete from(?: \S|\[)/],
  [/^merge into \S/, /\S using \S/],
  [new RegExp(`^create ${OBJECT} \\S`)],
  [new RegExp(`^(?:alter|drop) ${OBJECT} \\S`)],
  [/^truncate \S/],
  [/^with \S/, /[ )]as ?(?:not materialized ?|materialized ?)?\(/, /\)[ (]*(?:select|insert|update|delete|merge)\b/],
  [/^(?:explain|describe|show|grant|revoke|begin|commit|rollback|set|values|use|call|pragma)\b/],
];
const MOST_SQL = 1_000_000;

/**
 * The text without comments, with each quoted part replaced by an x between blanks; null if one is not closed. In some
 * dialects (MySQL, BigQuery, Spark) a backslash escapes a quote, in others it is a character like any other.
 */
function bareSql(text: string, backslashEscapes: boolean): string | null {
  const next = /--|\/\*|['"`]|(?<![\w$])\$(?:[a-z_]\w*)?\$/gi;
  let bare = "";
  let at = 0;
  for (let start = next.exec(text); start; start = next.exec(text)) {
    const [sign] = start;
    bare += text.slice(at, start.index);
    const closing = sign === "--" ? "\n" : sign === "/*" ? "*/" : sign;
    const end = endOfPart(text, start.index + sign.length, closing, backslashEscapes);
    if (end < 0) return sign === "--" ? bare : null;
    bare += sign === closing ? " x " : " ";
    at = end + closing.length;
    next.lastIndex = at;
  }
  return bare + text.slice(at);
}

/** Where the sign that closes a part is, from an index on; -1 if it is missing. */
function endOfPart(text: string, from: number, closing: string, backslashEscapes: boolean): number {
  let end = text.indexOf(closing, from);
  if (backslashEscapes && /['"]/.test(closing))
    while (end >= 0 && isEscaped(text, from, end)) end = text.indexOf(closing, end + 1);
  return end;
}

/** Whether an odd number of backslashes precedes an index, from another index on. */
function isEscaped(text: string, from: number, end: number): boolean {
  let start = end;
  while (start > from && text[start - 1] === "\\") start--;
  return (end - start) % 2 === 1;
}

/** Checks the first statement's start and that brackets match. No dialect's grammar is checked. */
export function sqlProblem(text: string): Problem {
  within(text.length, MOST_SQL, "The statement");
  const problem = statementProblem(bareSql(text, false));
  if (problem === null || !text.includes("\\")) return problem;
  return statementProblem(bareSql(text, true)) === null ? null : problem;
}

function statementProblem(bareText: string | null): Problem {
  const bare = bareText?.trim().replaceAll(/\s+/g, " ").toLowerCase();
  if (bare === undefined) return "A quoted text or a comment is not closed.";
  let depth = 0;
  for (const sign of bare) {
    depth += Number(sign === "(") - Number(sign === ")");
    if (depth < 0) return "A bracket closes nothing.";
  }
  if (depth > 0) return "A bracket is not closed.";
  const opened = bare.replace(/^[( ]+(?=(?:select|with|values)\b)/, "");
  const isStatement = STATEMENTS.some((parts) => parts.every((part) => part.test(opened)));
  return isStatement ? null : "It does not begin like a statement with its clause.";
}
