// Finds the inputs that a piece of code reads, as far as its text shows them.
import { type AnyNode, type ObjectPattern, type Pattern, parse } from "acorn";
import { isRecord } from "@/lib/records";

/**
 * The names of the inputs that `evaluate(inputs, params)` reads, in order: destructured from its first parameter, or
 * read from it as members. Empty if the text leaves them open (`Object.keys(inputs)`, `...rest`), if the code cannot be
 * parsed, or if an input has a default, because passing an empty text would override that default.
 */
export function inputNames(code: string): string[] {
  const tree = read(code);
  const inputs = tree && firstParameter(tree);
  if (!tree || !inputs) return [];
  const names =
    inputs.type === "ObjectPattern" ? takenApart(inputs) : inputs.type === "Identifier" ? readFrom(tree, inputs) : null;
  return [...new Set(names ?? [])];
}

function read(code: string): AnyNode[] | null {
  for (const sourceType of ["script", "module"] as const) {
    try {
      return parse(code, { ecmaVersion: "latest", sourceType }).body;
    } catch {}
  }
  return null;
}

/** The first parameter of the outermost `evaluate`. */
function firstParameter(statements: readonly AnyNode[]): Pattern | null {
  for (const statement of statements) {
    if (statement.type === "FunctionDeclaration" && statement.id?.name === "evaluate")
      return statement.params[0] ?? null;
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      const isFunction = init?.type === "ArrowFunctionExpression" || init?.type === "FunctionExpression";
      if (isFunction && id.type === "Identifier" && id.name === "evaluate") return init.params[0] ?? null;
    }
  }
  return null;
}

function takenApart({ properties }: ObjectPattern): string[] | null {
  const names = properties.map((property) => {
    if (property.type === "RestElement" || property.computed || property.value.type === "AssignmentPattern")
      return null;
    return nameOf(property.key);
  });
  return allOf(names);
}

const allOf = (names: readonly (string | null)[]): string[] | null =>
  names.includes(null) ? null : names.filter((name) => name !== null);

function nameOf(key: AnyNode): string | null {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" && typeof key.value === "string" ? key.value : null;
}

/** If the parameter is used for anything but reading one input, the names are unknown. */
function readFrom(statements: readonly AnyNode[], parameter: { name: string; start: number }): string[] | null {
  const isParameter = (node: unknown) => isNode(node) && node.type === "Identifier" && node.name === parameter.name;
  const found: (string | null)[] = [];
  // A loop, not recursion: a chain of members may be fifty thousand deep.
  const open = statements.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "MemberExpression" && isParameter(node.object))
      found.push(node.computed && node.property.type === "Identifier" ? null : nameOf(node.property));
    else if (node.type === "VariableDeclarator" && node.id.type === "ObjectPattern" && isParameter(node.init))
      found.push(...(takenApart(node.id) ?? [null]));
    else if (isParameter(node) && node.start !== parameter.start) found.push(null);
    else open.push(...partsOf(node).reverse());
  }
  return allOf(found);
}

// Safe: everything with a type in acorn's trees is one of its nodes.
const isNode = (value: unknown): value is AnyNode => isRecord(value) && typeof value.type === "string";

/** Without names that are not expressions: `.name` and `name:`. */
function partsOf(node: AnyNode): AnyNode[] {
  const plain =
    (node.type === "MemberExpression" && !node.computed && node.property) ||
    (node.type === "Property" && !node.computed && !node.shorthand && node.key);
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter((part) => part !== plain);
}
