// The form state of a persona: traits as comma-separated text, writing style as choices.
import type { Output } from "@/lib/contracts/contract";
import { type AgentType, type WritingOption, writingOptions } from "@/lib/contracts/simulation/names";
import type { listPersonas } from "@/lib/contracts/simulation/personas";

export type Persona = Output<typeof listPersonas>["results"][number];

/** Traits of a persona; an empty list means any. */
export const traits = [
  "personality",
  "communication_style",
  "age_group",
  "gender",
  "occupation",
  "location",
  "languages",
] as const;
export const spokenTraits = ["accent", "conversation_speed", "interrupt_sensitivity"] as const;
export type Trait = (typeof traits)[number] | (typeof spokenTraits)[number];

export const writings = Object.keys(writingOptions) as WritingOption[]; // safe because they are its own keys

/** The choice of a writing option that leaves it open. */
export const ANY = "any";

export interface PersonaForm {
  name: string;
  description: string;
  medium: AgentType;
  instruction: string;
  traits: Readonly<Record<Trait, string>>;
  writing: Readonly<Partial<Record<WritingOption, string>>>;
}

const every = [...traits, ...spokenTraits];
const split = (text: string): string[] =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

const traitsOf = (of: (trait: Trait) => string) =>
  Object.fromEntries(every.map((trait) => [trait, of(trait)])) as Record<Trait, string>; // safe because it has each of them

export const emptyPersona: PersonaForm = {
  name: "",
  description: "",
  medium: "text",
  instruction: "",
  traits: traitsOf(() => ""),
  writing: {},
};

export const formOfPersona = (persona: Persona): PersonaForm => ({
  name: persona.name,
  description: persona.description,
  medium: persona.simulation_type,
  instruction: persona.additional_instruction,
  traits: traitsOf((trait) => persona[trait].join(", ")),
  writing: Object.fromEntries(
    writings.flatMap((option) => (persona[option] === null ? [] : [[option, persona[option]]])),
  ),
});

/** The request body, with the speaking or writing fields of the medium only. */
export function bodyOf(form: PersonaForm) {
  const isVoice = form.medium === "voice";
  const lists = every.map((trait) => {
    const applies = isVoice || !(spokenTraits as readonly string[]).includes(trait);
    return [trait, applies ? split(form.traits[trait]) : []];
  });
  const written = writings.map((option) => {
    const value = form.writing[option] ?? ANY;
    return [option, isVoice || value === ANY ? null : value];
  });
  return {
    name: form.name,
    description: form.description,
    simulation_type: form.medium,
    additional_instruction: form.instruction,
    ...Object.fromEntries([...lists, ...written]),
  };
}

/** A field name as a label. */
export const labelOf = (field: string): string => {
  const label = field.replaceAll("_", " ");
  return label.charAt(0).toUpperCase() + label.slice(1);
};

/** The main traits on one line. */
export const traitsText = (persona: Persona): string =>
  [...persona.personality, ...persona.communication_style, ...persona.age_group, ...persona.occupation].join(", ");
