// The program of a thread that reads YAML. It is a text, so that no bundler changes it. It sends one document at a time and
// waits for an answer.

/** A document of a file, by the file's place in the request. */
export type YamlDocument = {
  file: number;
  /** From 1 on; null if it is the file's only document. */
  number: number | null;
} & ({ value: unknown } | { problem: string });

export type YamlMessage = YamlDocument | { tooLarge: true } | { done: true };

export interface YamlLimits {
  depth: number;
  tokens: number;
  values: number;
  characters: number;
}

export const yamlSource = `
const { parentPort, workerData } = require("node:worker_threads");
const { texts, reader, limits } = workerData;
const { Composer, isAlias, isCollection, Lexer, LineCounter, Parser, visit } = require(reader);

class TooLarge extends Error {}
class Problem extends Error {}
const tooDeep = () => new Problem("Is nested deeper than " + limits.depth + " levels.");

let tokens = 0;

// Each document as soon as it ends, so that what follows a refused one is never read.
function* documentsIn(text) {
  const lines = new LineCounter();
  const parser = new Parser(lines.addNewLine);
  // The package compares each key with all others of its map; see repeatedKeyIn.
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false });
  lines.addNewLine(0);
  const withLines = (document) => ({ document, lines });
  const composed = function* (parsed) {
    for (const token of parsed) for (const document of composer.next(token)) yield withLines(document);
  };
  for (const lexeme of new Lexer().lex(text)) {
    if (++tokens > limits.tokens) throw new TooLarge();
    yield* composed(parser.next(lexeme));
    // Each level is an entry of this stack, and is read by recursion. Two more are the document and its text.
    if (parser.stack.length > limits.depth + 2) throw tooDeep();
  }
  yield* composed(parser.end());
  for (const document of composer.end()) yield withLines(document);
}

const at = (lines, offset) => {
  const { line, col } = lines.linePos(offset);
  return " at line " + line + ", column " + col + ".";
};

function checkKeys({ document, lines }) {
  visit(document, {
    Map(_, map) {
      const names = new Set();
      for (const { key } of map.items) {
        if (isCollection(key) || isAlias(key)) throw new Problem("Has a key that is not a text" + at(lines, key.range[0]));
        const name = String(key?.value ?? "");
        if (names.has(name)) throw new Problem("Repeats a key" + at(lines, key?.range?.[0] ?? 0));
        names.add(name);
      }
    },
  });
}

let values = 0;
let characters = 0;

// Aliases are written out, so that a document can hold much more than its text, and nest deeper.
function count(value, depth) {
  if (++values > limits.values || characters > limits.characters) throw new TooLarge();
  if (typeof value === "string") characters += value.length;
  else if (value !== null && typeof value === "object") {
    if (depth > limits.depth) throw tooDeep();
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) characters += name.length;
      count(member, depth + 1);
    }
  }
}

function valueOf(read) {
  const { document, lines } = read;
  const [flaw] = document.errors;
  if (flaw) throw new Problem("Is not YAML: " + flaw.message + at(lines, flaw.pos[0]));
  checkKeys(read);
  let value;
  try {
    value = document.toJS();
  } catch (error) {
    if (error instanceof ReferenceError) throw new Problem("Has an alias without its anchor, or repeats aliases too often.");
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
  count(value, 1);
  return value;
}

const send = (message) => new Promise((resolve) => {
  parentPort.once("message", resolve);
  parentPort.postMessage(message);
});

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}

async function read(file, text) {
  const documents = documentsIn(text);
  const next = () => attempt(() => documents.next());
  let number = 1;
  for (let current = next(); !current.done; number++) {
    const following = current.problem ? { done: true } : next();
    const parsed = current.problem ? current : attempt(() => ({ value: valueOf(current.value) }));
    const isOnly = number === 1 && following.done;
    await send({ file, number: isOnly ? null : number, ...parsed });
    current = following;
  }
}

(async () => {
  try {
    for (const [file, text] of texts.entries()) await read(file, text);
    parentPort.postMessage({ done: true });
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    parentPort.postMessage({ tooLarge: true });
  }
  parentPort.close();
})();
`;
