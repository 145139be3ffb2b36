// Forms of Python that the lezer grammar lacks, rewritten into forms that it has. Lines stay where they are.
import type { parser } from "@lezer/python";

type SyntaxNode = ReturnType<typeof parser.parse>["topNode"];

export interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** What to rewrite at a node. The nodes are visited in the order of the text. */
export function editsOf(
  { type, from, to, node }: Pick<SyntaxNode, "type" | "from" | "to" | "node">,
  text: string,
): Edit[] {
  if (type.name === "Number") return endInPoint(from, to, text);
  if (type.name === "PatternArgList")
    return /^\(\s*\)$/.test(text.slice(from, to)) ? [{ from: from + 1, to: from + 1, insert: "_" }] : [];
  if (!type.isError || !node.parent) return [];
  const { name } = node.parent;
  if (name === "YieldStatement" || name === "YieldExpression") return yieldAlone(node);
  if (name === "Decorator") return anyDecorator(node.parent, text);
  if (name === "WithStatement") return withTarget(node, text);
  if (node.parent.parent?.name === "WithStatement") return withInBrackets(node.parent, text);
  return starOf(node, name, text);
}

/** `1.` becomes `1.0`. */
function endInPoint(from: number, to: number, text: string): Edit[] {
  const isWhole = /^\d[\d_]*$/.test(text.slice(from, to)) && text[to] === "." && text[to + 1] !== "_";
  return isWhole ? [{ from: to + 1, to: to + 1, insert: "0" }] : [];
}

/** `yield` becomes `yield None`. */
function yieldAlone({ prevSibling }: SyntaxNode): Edit[] {
  if (prevSibling?.name !== "yield") return [];
  return [{ from: prevSibling.to, to: prevSibling.to, insert: " None " }];
}

/** `with (a as b, c as d)` becomes `with (a ,  b, c ,  d)`: a tuple may also go over several lines. */
function withInBrackets(opened: SyntaxNode, text: string): Edit[] {
  return text[opened.from] === "(" ? asComma(opened.nextSibling) : [];
}

/** `with a as (b, c)` and `with a as b.c` become `with a ,  (b, c)` and `with a ,  b.c`: the grammar has only names. */
function withTarget({ from, prevSibling }: SyntaxNode, text: string): Edit[] {
  const next = text[afterBlanks(from, text)] ?? "";
  if (prevSibling?.name !== "VariableName") return "([".includes(next) ? asComma(prevSibling) : [];
  return ".[".includes(next) ? asComma(prevSibling.prevSibling) : [];
}

const asComma = (word: SyntaxNode | null): Edit[] =>
  word?.name === "as" ? [{ from: word.from, to: word.to, insert: ", " }] : [];

const afterBlanks = (from: number, text: string) => from + (/^\s*/.exec(text.slice(from))?.[0].length ?? 0);

/** `@expression` becomes `@_(expression)`: the grammar has only names and calls. */
function anyDecorator({ from }: SyntaxNode, text: string): Edit[] {
  const start = from + 1;
  const line = /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? "";
  const signs = (pattern: RegExp) => line.match(pattern)?.length ?? 0;
  const isWhole = !/[#\\]/.test(line) && signs(/[([{]/g) === signs(/[)\]}]/g);
  if (isWhole && line.trim() !== "" && !line.startsWith("_("))
    return [
      { from: start, to: start, insert: "_(" },
      { from: start + line.length, to: start + line.length, insert: ")" },
    ];
  return line.startsWith("(") ? [{ from: start, to: start, insert: "_" }] : [];
}

/** `a[*b]`, `*args: *Ts` and `for x in *a, *b` lose their stars. */
function starOf({ from, to, prevSibling }: SyntaxNode, parent: string, text: string): Edit[] {
  const before = prevSibling?.name;
  const isStar =
    (parent === "MemberExpression" && (before === "[" || before === ",")) ||
    (parent === "TypeDef" && before === ":") ||
    (parent === "ForStatement" && (before === "in" || before === ","));
  const star = to > from ? from : afterBlanks(from, text);
  return isStar && text[star] === "*" && text[afterBlanks(star + 1, text)] !== "*"
    ? [{ from: star, to: star + 1, insert: " " }]
    : [];
}
