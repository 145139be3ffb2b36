// The profile of a persona.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { givenObject } from "../shapes";
import { agentTypes, personaOptions, writingOptions } from "./names";

const some = z.string().trim().min(1).max(255);
/** Up to 50 values; other values than the suggested ones are allowed. */
const values = list(some, 50);
/** Only the suggested values, because they are measures. */
const measures = (offered: readonly [string, ...string[]]) =>
  list(z.enum(offered, `Must be among ${offered.join(", ")}.`), offered.length);
const writing = <T extends readonly [string, ...string[]]>(offered: T) =>
  z.enum(offered, `Must be one of ${offered.join(", ")}.`).nullable();

export const profile = {
  gender: values,
  age_group: values,
  occupation: values,
  location: values,
  personality: values,
  communication_style: values,
  multilingual: z.boolean(),
  languages: values,
  accent: values,
  conversation_speed: measures(personaOptions.conversation_speed),
  background_sound: z.union([z.boolean(), some]).nullable(),
  finished_speaking_sensitivity: measures(personaOptions.finished_speaking_sensitivity),
  interrupt_sensitivity: measures(personaOptions.interrupt_sensitivity),
  keywords: values,
  metadata: givenObject,
  additional_instruction: z.string().max(10_000, "At most 10000 characters."),
  simulation_type: z.enum(agentTypes, `Must be one of ${agentTypes.join(", ")}.`),
  tone: writing(writingOptions.tone),
  verbosity: writing(writingOptions.verbosity),
  regional_mix: writing(writingOptions.regional_mix),
  slang_usage: writing(writingOptions.slang_usage),
  typos_frequency: writing(writingOptions.typos_frequency),
  punctuation: writing(writingOptions.punctuation),
  emoji_usage: writing(writingOptions.emoji_usage),
};

const whole = z.object(profile);
export type PersonaProfile = z.output<typeof whole>;
