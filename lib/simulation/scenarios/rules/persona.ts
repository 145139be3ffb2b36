// Builds the persona in a cell: each field from the allowed values, drawn at random if none is given.

import { personaOptions, writingOptions } from "@/lib/contracts/simulation/names";
import type { PersonaProfile } from "@/lib/contracts/simulation/profile";
import { isRecord, recordIn } from "@/lib/records";

export type Random = () => number;
export type Persona = Record<string, string | boolean>;

/** How users talk to the agent. */
export type Medium = "voice" | "text";

/** A persona for rows, with its own values. Empty fields of a profile allow everything. */
export interface AllowedPersona {
  name: string;
  profile: Partial<PersonaProfile>;
}

const SPOKEN = ["accent", "conversation_speed", "finished_speaking_sensitivity", "interrupt_sensitivity"] as const;
const SHARED = ["gender", "age_group", "location", "personality", "communication_style"] as const;
const WRITTEN = Object.keys(writingOptions) as (keyof typeof writingOptions)[]; // safe: the keys of that object

const NAMES = {
  female: [
    "Aisha Khan",
    "Maria Lopez",
    "Emma Wilson",
    "Priya Nair",
    "Grace Osei",
    "Hannah Berg",
    "Lucy Chen",
    "Zoe Martin",
  ],
  male: [
    "Omar Haddad",
    "James Carter",
    "Arjun Mehta",
    "Daniel Novak",
    "Samuel Mensah",
    "Leo Fischer",
    "Tom Nguyen",
    "Noah Price",
  ],
};

export const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.floor(random() * values.length)];

/** The allowed values of a persona's fields, in order. */
export function allowedValues(
  medium: Medium,
  languages: readonly string[],
  { profile }: AllowedPersona,
): Map<string, readonly string[]> {
  const own = (values: readonly string[] | undefined, all: readonly string[]) => (values?.length ? values : all);
  const member = (name: keyof typeof personaOptions) => own(profile[name], personaOptions[name]);
  return new Map<string, readonly string[]>([
    ...SHARED.map((name): [string, readonly string[]] => [name, member(name)]),
    ["profession", member("occupation")],
    ["language", own(profile.languages, languages.length > 0 ? languages : ["en"])],
    ...(medium === "voice"
      ? SPOKEN.map((name): [string, readonly string[]] => [name, member(name)])
      : WRITTEN.map((name): [string, readonly string[]] => [name, own(one(profile[name]), writingOptions[name])])),
    // A persona's instruction is free text, and the same in each of its rows.
    ...(profile.additional_instruction
      ? [["additional_instruction", [profile.additional_instruction]] as [string, readonly string[]]]
      : []),
  ]);
}

const one = (value: string | null | undefined): string[] | undefined => (value ? [value] : undefined);

/**
 * A complete persona: the allowed values of `input`, and the rest drawn at random. Unknown fields are dropped. Without
 * `strict`, custom values are kept too, because people write them into datasets.
 */
export function completePersona(
  input: unknown,
  allowed: ReadonlyMap<string, readonly string[]>,
  medium: Medium,
  random: Random,
  { strict }: { strict: boolean },
): Persona {
  const known = recordIn(input);
  const persona: Persona = {};
  for (const [name, values] of allowed) {
    const drawn = pick(values, random) ?? "";
    const ownValue = textOf(known[name] ?? (name === "profession" ? known.occupation : undefined));
    const same = values.find((value) => value.toLowerCase() === ownValue?.toLowerCase());
    persona[name] = same ?? (!strict && ownValue ? ownValue : drawn);
  }
  const sex = persona.gender === "male" ? "male" : "female";
  const drawn = pick(NAMES[sex], random) ?? "";
  const name = textOf(known.name) ?? drawn;
  if (medium === "voice") persona.background_sound = known.background_sound === true;
  return { name, ...persona };
}

function textOf(value: unknown): string | undefined {
  const [first] = Array.isArray(value) ? value : [value];
  if (typeof first === "number") return String(first);
  return typeof first === "string" && first.trim() !== "" ? first.trim() : undefined;
}

/** The object in a persona cell; null if there is none. */
export function personaIn(cell: string | undefined): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(cell ?? "");
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
