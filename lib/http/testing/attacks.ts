// For each operation the requests that cost their sender least and their receiver most.
import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";

export interface Attack {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  /** The field whose bound is passed, where the body as a whole keeps to its own. */
  field?: string;
  /** Large, but no more than a value: where unknown members are ignored, so is this one. */
  isValue?: true;
}

const ENTRIES = 100_000;
const BYTES = 10 * 1000 * 1000;

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** Where a schema has lists, as paths; a step of 0 stands for the first entry of a list on the way. */
function listsIn(schema: Schema, defs = schema.$defs ?? {}, path: (string | 0)[] = []): (string | 0)[][] {
  const { $ref, items, type, properties = {}, anyOf = [], allOf = [] } = schema;
  const referred = $ref ? defs[$ref.replace("#/$defs/", "")] : undefined;
  return [
    ...(type === "array" ? [path] : []),
    ...(items ? listsIn(items, defs, [...path, 0]) : []),
    ...[...anyOf, ...allOf, ...(referred ? [referred] : [])].flatMap((each) => listsIn(each, defs, path)),
    ...Object.entries(properties).flatMap(([name, property]) => listsIn(property, defs, [...path, name])),
  ];
}

/** JSON with `text` at a path, beside what `base` has. */
function at([step, ...rest]: (string | 0)[], text: string, base: unknown): string {
  if (step === undefined) return text;
  if (step === 0) return `[${at(rest, text, Array.isArray(base) ? base[0] : undefined)}]`;
  const known = base !== null && typeof base === "object" ? Object.entries(base) : [];
  const others = known
    .filter(([name]) => name !== step)
    .map((entry) => `${JSON.stringify(entry[0])}:${JSON.stringify(entry[1])}`);
  const inside = at(rest, text, known.find(([name]) => name === step)?.[1]);
  return `{${[...others, `${JSON.stringify(step)}:${inside}`].join()}}`;
}

const fill = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / piece.length));
const unknownKeys = (bytes: number): string => {
  const members: string[] = [];
  for (let size = 0; size < bytes; size += members.at(-1)?.length ?? 0) members.push(`"k${members.length}":1,`);
  return members.join("");
};

const whole = (name: string, text: string): Attack => ({ name, body: new TextEncoder().encode(text) });

/** Bodies of 10 MB that cost as much with any operation. */
const floods: Attack[] = [
  whole("unknown members", `{${unknownKeys(BYTES)}"end":1}`),
  whole("lists inside one another", `{"x":${fill("[", BYTES / 2)}${fill("]", BYTES / 2)}}`),
  whole("objects inside one another", `{"x":${fill('{"x":', (BYTES / 6) * 5)}1${fill("}", BYTES / 6)}}`),
  { ...whole("one long name", `{"${fill("x", BYTES)}":1}`), isValue: true },
  { ...whole("one long number", `{"x":${fill("1", BYTES)}}`), isValue: true },
];
const pieces = { "empty objects": "{},", "empty lists": "[],", numbers: "1,", "empty texts": '"",' };

const bodies = new Map<string, Attack[]>();

export function attacksOn(contract: Contract): Attack[] {
  const schema = z.toJSONSchema(contract.body, { io: "input", unrepresentable: "any" }) as Schema; // safe: JSON Schema, as read here
  const paths = listsIn(schema);
  const lists = [...new Map(paths.map((path) => [path.join("."), path])).values()];
  const into = lists[0] ?? ["x"];
  const key = into.join(".");
  const flood =
    bodies.get(key) ??
    Object.entries(pieces).map(([name, piece]) =>
      whole(`${name} in ${key}`, at(into, `[${fill(piece, BYTES)}1]`, undefined)),
    );
  bodies.set(key, flood);
  const long = lists.flatMap((path) =>
    ["0", "{}"].map((entry) => ({
      ...whole(
        `${ENTRIES} times ${entry} in ${path.join(".")}`,
        at(path, `[${fill(`${entry},`, (ENTRIES - 1) * (entry.length + 1))}${entry}]`, contract.example),
      ),
      field: String(path[0]),
    })),
  );
  return [...long, ...flood, ...floods];
}
