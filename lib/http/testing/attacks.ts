// For each operation, the requests that cost the sender least and the receiver most.
import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";

export interface Attack {
  name: string;
  body: Uint8Array<ArrayBuffer>;
  /** The field whose limit is exceeded, if the body as a whole is within its own limit. */
  field?: string;
  /** Large, but a single value: operations that ignore unknown members ignore it too. */
  isValue?: true;
  /** The status that refuses it. */
  status?: 413;
}

const ENTRIES = 100_000;

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
}

/** The paths of a schema's lists; a step of 0 is the first entry of a list on the way. */
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

const fill = (filler: string, bytes: number): string => filler.repeat(Math.floor(bytes / filler.length));
const unknownKeys = (bytes: number): string => {
  const members: string[] = [];
  for (let size = 0; size < bytes; size += members.at(-1)?.length ?? 0) members.push(`"k${members.length}":1,`);
  return members.join("");
};

const whole = (name: string, text: string): Attack => ({ name, body: new TextEncoder().encode(text) });

/** Bodies that cost the same for any operation. */
const floodsOf = (bytes: number): Attack[] => [
  whole("unknown members", `{${unknownKeys(bytes)}"end":1}`),
  whole("lists inside one another", `{"x":${fill("[", bytes / 2)}${fill("]", bytes / 2)}}`),
  whole("objects inside one another", `{"x":${fill('{"x":', (bytes / 6) * 5)}1${fill("}", bytes / 6)}}`),
  { ...whole("one long name", `{"${fill("x", bytes)}":1}`), isValue: true },
  { ...whole("one long number", `{"x":${fill("1", bytes)}}`), isValue: true },
];
const fillers = { "empty objects": "{},", "empty lists": "[],", numbers: "1,", "empty texts": '"",' };

const made = new Map<string, Attack[]>();

/** The attacks of one name, built once because they are large. */
function once(name: string, make: () => Attack[]): Attack[] {
  const attacks = made.get(name) ?? make();
  made.set(name, attacks);
  return attacks;
}

/** The lists that a contract accepts. */
function placesIn(contract: Contract): (string | 0)[][] {
  const schema = z.toJSONSchema(contract.body, { io: "input", unrepresentable: "any" }) as Schema; // safe: JSON Schema, as read here
  return [...new Map(listsIn(schema).map((path) => [path.join("."), path])).values()];
}

/** Lists with more entries than any contract accepts, but few enough that the contract checks them. */
export const longListsOn = (contract: Contract): Attack[] =>
  placesIn(contract).flatMap((path) =>
    ["0", "{}"].map((entry) => ({
      ...whole(
        `${ENTRIES} times ${entry} in ${path.join(".")}`,
        at(path, `[${fill(`${entry},`, (ENTRIES - 1) * (entry.length + 1))}${entry}]`, contract.example),
      ),
      field: String(path[0]),
    })),
  );

/** Bodies that cost the receiver before any contract checks them: at least two megabytes, and less than ten. */
export function floodsOn(contract: Contract, bytes: number): Attack[] {
  const into = placesIn(contract)[0] ?? ["x"];
  const key = into.join(".");
  const flood = once(`${bytes} in ${key}`, () =>
    Object.entries(fillers).map(([name, filler]) =>
      whole(`${name} in ${key}`, at(into, `[${fill(filler, bytes)}1]`, undefined)),
    ),
  );
  return [...flood, ...once(`${bytes}`, () => floodsOf(bytes))];
}

/** More values than a body may have, in few bytes. */
export const tooManyValues: Attack = { ...whole("numbers", `{"x":[${fill("1,", 600_000)}1]}`), status: 413 };
/** A name that every contract checks. */
export const longName: Attack = { ...whole("a long name", `{"${fill("x", 600_000)}":1}`), isValue: true };
