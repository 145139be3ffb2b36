// A persona as it is written: lists with commas between their entries, and what one's writing is like by choice.
import type { Output } from "@/lib/contracts/contract";
import { type AgentType, type WritingOption, writingOptions } from "@/lib/contracts/simulation/names";
import type { listPersonas } from "@/lib/contracts/simulation/personas";

export type Persona = Output<typeof listPersonas>["results"][number];

/** Who somebody is; an empty list stands for anybody. */
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

export const writings = Object.keys(writingOptions) as WritingOption[]; // safe because they are its own names

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

/** What is sent: of speaking and writing only what belongs to the medium. */
export function bodyOf(form: PersonaForm) {
  const isVoice = form.medium === "voice";
  const lists = every.map((trait) => {
    const applies = isVoice || !(spokenTraits as readonly string[]).includes(trait);
    return [trait, applies ? split(form.traits[trait]) : []];
  });
  const written = writings.map((option) => [option, isVoice ? null : (form.writing[option] ?? null)]);
  return {
    name: form.name,
    description: form.description,
    simulation_type: form.medium,
    additional_instruction: form.instruction,
    ...Object.fromEntries([...lists, ...written]),
  };
}

/** A member's name as people read it. */
export const wordsOf = (member: string): string => {
  const words = member.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** What marks somebody, in a line. */
export const marksOf = (persona: Persona): string =>
  [...persona.personality, ...persona.communication_style, ...persona.age_group, ...persona.occupation].join(", ");
