// Whether texts have a structure, and how similar two structures are.

import { always, equalOrNot } from "../empty";
import { type MetricInput, parsed } from "../metric-input";
import { computed, type Definition } from "../template";
import { figure } from "../tokens";
import { Unscored } from "../unscored";
import { checkHtml } from "./html";
import { compareLeaves, shapeProblems, validationProblem } from "./json";

const base = { keys: ["text"], output: "Pass/Fail", tags: ["structure"], empty: always(0) } as const;

/** Loaded with the first text that is read, because the parsers are large. */
const languages = () => import("./languages");
const python = () => import("./python");

/** Passes if there is no problem. */
const wellFormed = (
  description: Pick<Definition, "name" | "description" | "notes" | "source"> & Partial<Definition>,
  problemOf: (text: string, input: MetricInput) => string | null | Promise<string | null>,
): Definition => ({
  ...base,
  ...description,
  async score(input) {
    const text = input.source("text");
    const problem = text.trim() === "" ? "The text is empty." : await problemOf(text, input);
    return { score: problem === null, reason: problem ?? "Nothing is wrong with it." };
  },
});

/**
 * The value of a JSON text. A text that is not JSON stands for itself; undefined if it begins like a list or an object.
 */
function jsonOf(input: MetricInput, key: string, parse = input.parse): unknown {
  const value = input.json(key, parse);
  if (typeof value !== "string") return value;
  if (/^[[{]/.test(value)) return undefined;
  const single = /^(?:null|true|false|-?\d.*)$/.test(value) ? parse(value) : undefined;
  return single === undefined ? value : single;
}

type Check = (text: string) => Promise<string | null>;
const json: Check = async (text) => (await languages()).jsonProblem(text);
const problems: Record<string, Check> = {
  python: async (text) => (await (await python()).pythonOf(text)).problem,
  json,
  javascript: async (text) => (await languages()).javascriptProblem(text),
};

export const structure = [
  wellFormed(
    {
      name: "is_json",
      empty: always(0, "JSON"),
      description: "Passes when the text is JSON.",
      notes: ["Any value passes, even a single number, an object or a list. JSON in a Markdown fence fails."],
      source: "RFC 8259",
    },
    json,
  ),
  wellFormed(
    {
      name: "is_xml",
      differs: "Unlike XML 1.0 it refuses a document type.",
      description: "Passes when the text is a well-formed XML document.",
      notes: ["A document type is refused, and so are custom entities. No schema is checked."],
      source: "Extensible Markup Language (XML) 1.0, by saxes",
    },
    async (text) => (await languages()).xmlProblem(text),
  ),
  wellFormed(
    {
      name: "is_html",
      differs:
        "Unlike the standard's parser, which repairs everything, it fails tags that are not closed in order; names are not checked.",
      description: "Passes when the text has a tag, and each is closed in order.",
      notes: [
        "Void elements (br, img) need no end tag, nor do elements whose end tag is optional in HTML (li, p, td). Names are not checked.",
      ],
      source: "HTML Living Standard, void elements and optional tags",
    },
    (text) => {
      const { tags, problem } = checkHtml(text);
      return problem ?? (tags === 0 ? "It has no tag." : null);
    },
  ),
  wellFormed(
    {
      name: "is_sql",
      differs: "Unlike the standard's grammar it looks at beginnings of statements alone.",
      description: "Passes when the text begins like an SQL statement and has the required clause.",
      notes: [
        "INSERT needs INTO and values, UPDATE needs SET, DELETE needs FROM, and WITH needs a statement after it. Brackets and quotes must be in pairs. No dialect's grammar is checked.",
      ],
      source: "ISO/IEC 9075, beginnings of statements",
    },
    async (text) => (await languages()).sqlProblem(text),
  ),
  wellFormed(
    {
      name: "syntax_validation",
      differs: "Unlike Python itself the lezer grammar lets some mistakes pass.",
      tags: ["structure", "code"],
      params: { language: { type: "option", default: "python", options: Object.keys(problems) } },
      description: "Passes when the text is a program of the language, or JSON.",
      notes: [
        "Python by the lezer grammar (3.x; it accepts some mistakes that Python refuses), JavaScript by acorn as a module or script. Nothing is run.",
        "Rare forms that the grammar lacks may still fail, such as a decorator with a comment that is neither a name nor a call.",
      ],
      source: "lezer/python; acorn; RFC 8259",
    },
    (text, input) => problems[input.param<string>("language") ?? "python"]?.(text) ?? null,
  ),
  {
    ...base,
    name: "code_complexity",
    differs: "Unlike McCabe's measure of a function it is of the whole text, given as 1/(1 + (complexity − 1)/10).",
    empty: always(null),
    output: "score",
    tags: ["code"],
    description: "Cyclomatic complexity of Python code, as 1/(1 + (complexity − 1)/10): simpler code scores higher.",
    notes: [
      "Of the whole text, not by function: if, elif, for, while, except, case, and, or each add 1, in comprehensions too. 1 scores 1, 11 scores 0.5.",
      "Text that is not valid Python is not scored.",
    ],
    source: "McCabe (1976), “A Complexity Measure”",
    async score(input) {
      const text = input.text("text");
      if (text.trim() === "") throw new Unscored("The text is empty.");
      const { problem, complexity } = await (await python()).pythonOf(text);
      if (problem) throw new Unscored(`The output is not valid Python. ${problem}`);
      return { score: 1 / (1 + (complexity - 1) / 10), reason: `Complexity ${complexity}.` };
    },
  } satisfies Definition,
  {
    ...base,
    name: "json_diff",
    empty: equalOrNot("JSON"),
    keys: ["output", "expected"],
    output: "score",
    description: "The share of equal leaves at the same path, among all leaves of either value.",
    notes: [
      'Leaves are single values and empty lists and objects. Members of lists are compared by place, of objects by name; 1 and 1.0 are equal, 1 and "1" are not. Whole numbers beyond 2⁵³ are compared by their digits where all inputs are texts.',
      'A text that does not begin like JSON, such as x, is the value "x", and compared as such. Of what begins like JSON and is none, such as {"a":, an output scores 0, and an expected value is not scored.',
    ],
    source: "Ours",
    score(input) {
      const [output, expected] = [jsonOf(input, "output"), jsonOf(input, "expected")];
      if (expected === undefined) throw new Unscored("expected is not JSON.");
      if (output === undefined) return { score: 0, reason: "output is not JSON." };
      const { equal, all } = compareLeaves(output, expected);
      return { score: equal / all, reason: `${equal} of ${all} leaves are equal (${figure((100 * equal) / all)} %).` };
    },
  } satisfies Definition,
  {
    ...base,
    name: "json_scheme_validation",
    empty: equalOrNot("JSON"),
    keys: ["actual_json", "expected_json"],
    hidden: true,
    params: { validations: { type: "list", default: [] } },
    description:
      "Passes when the value has each member of the expected one with the same type of JSON, and satisfies the validations.",
    notes: [
      "Values do not count, and extra members are allowed. Each member of a list is compared with the first expected one.",
      "Validations are {path, rule, value}: path as in a.b.0; rules exists, not_empty, equals, type, minimum, maximum, one_of, pattern (RE2).",
    ],
    source: "Ours",
    score(input) {
      // A number stays one here, whatever its size, because its type counts.
      const [actual, expected] = [jsonOf(input, "actual_json", parsed), jsonOf(input, "expected_json", parsed)];
      if (expected === undefined) throw new Unscored("expected_json is not JSON.");
      if (actual === undefined) return { score: false, reason: "actual_json is not JSON." };
      const checks = input.param<readonly unknown[]>("validations") ?? [];
      const failed = checks.flatMap((validation, index) => validationProblem(actual, validation, index) ?? []);
      const wrong = [...shapeProblems(actual, expected), ...failed];
      const problems = wrong.slice(0, 5).join("; ") + (wrong.length > 5 ? `; and ${wrong.length - 5} more` : "");
      return { score: wrong.length === 0, reason: problems || `As expected; ${checks.length} validations hold.` };
    },
  } satisfies Definition,
].map(computed);
