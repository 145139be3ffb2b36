// Words of the command line.
import { type ParseArgsConfig, parseArgs } from "node:util";
import { Problem } from "./verdict";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Options and words; a Problem with the usage where they do not fit. */
export function readArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  { words: [least, most], usage }: { words: readonly [least: number, most: number]; usage: string },
) {
  const parsed = parse();
  const count = parsed.positionals.length;
  if (count < least || count > most) throw new Problem(`Usage: ${usage}`);
  return parsed;

  function parse() {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    } catch (error) {
      throw new Problem(`${error instanceof Error ? error.message : error}\nUsage: ${usage}`);
    }
  }
}

const UNITS = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** "90", "90s", "30m" or "2h" in milliseconds. */
export function durationOf(text: string): number {
  const [, digits, unit = "s"] = /^(\d{1,6})([smh])?$/.exec(text) ?? [];
  if (!digits || Number(digits) === 0) throw new Problem(`"${text}" is not a time. Write it like 90s, 30m or 2h.`);
  // Safe: the pattern takes these units only.
  return Number(digits) * UNITS[unit as keyof typeof UNITS];
}

/** A whole number of at least `least`. */
export function numberOf(text: string, option: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Problem(`${option} takes a number from ${least} to ${most}.`);
  return value;
}
