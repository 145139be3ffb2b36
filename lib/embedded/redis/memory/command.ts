// One command is one entry of a table: how many arguments it takes (its name not counted), whether it writes, what it does.
import { RedisError, type Reply } from "../engine";
import type { Keyspace } from "./keyspace";

type Run = (keyspace: Keyspace, ...args: string[]) => Reply;

export interface Command {
  readonly least: number;
  readonly most: number;
  readonly writes: boolean;
  readonly run: Run;
}

/** Commands by lower-case name. */
export type CommandTable = Readonly<Record<string, Command>>;

type Arity = number | readonly [least: number, most: number];

const command = (writes: boolean, arity: Arity, run: Run): Command => {
  const [least, most] = typeof arity === "number" ? [arity, arity] : arity;
  return { least, most, writes, run };
};

export const read = (arity: Arity, run: Run): Command => command(false, arity, run);
export const write = (arity: Arity, run: Run): Command => command(true, arity, run);
export const atLeast = (least: number): Arity => [least, Number.POSITIVE_INFINITY];

export const syntaxError = () => new RedisError("ERR syntax error");
export const wrongArity = (name: string) => new RedisError(`ERR wrong number of arguments for '${name}' command`);

/** Splits `a 1 b 2` into pairs; an odd one out is an arity error of `name`. */
export function pairs(name: string, flat: readonly string[]): [string, string][] {
  if (flat.length % 2 !== 0) throw wrongArity(name);
  const result: [string, string][] = [];
  for (let index = 0; index < flat.length; index += 2) result.push([flat[index] ?? "", flat[index + 1] ?? ""]);
  return result;
}

/**
 * Reads trailing options such as `NX EX 10 GET`: `shape` says how many values follow each word. Anything else is a syntax error.
 */
export function options<Name extends string>(args: readonly string[], shape: Readonly<Record<Name, number>>) {
  const found: Partial<Record<Name, string[]>> = {};
  for (let index = 0; index < args.length; ) {
    const word = (args[index] ?? "").toUpperCase();
    if (!isName(word, shape)) throw syntaxError();
    const values = args.slice(index + 1, index + 1 + shape[word]);
    if (values.length < shape[word]) throw syntaxError();
    found[word] = values;
    index += 1 + values.length;
  }
  return found;
}

const isName = <Name extends string>(word: string, shape: Readonly<Record<Name, number>>): word is Name =>
  Object.hasOwn(shape, word);
