// Settings of a simulated customer.
import { z } from "zod";

const text = (most: number) => z.string().max(most, `At most ${most} characters.`);

const sensitivity = (what: string) =>
  z
    .number()
    .min(0)
    .max(11)
    .meta({ description: `${what}: 0 least, 11 most` });

/** Settings with their defaults. */
export const simulatorSettings = {
  voice_provider: text(255).default("elevenlabs"),
  voice_name: text(255).default("marissa"),
  model: text(255).meta({ description: "A model of the gateway" }).default("gpt-4"),
  llm_temperature: z.number().min(0).max(2).default(0.7),
  initial_message: text(10_000).default(""),
  max_call_duration_in_minutes: z.number().min(0).max(180).default(30),
  interrupt_sensitivity: sensitivity("How easily the customer is interrupted").default(0.5),
  conversation_speed: z.number().min(0.1).max(2).meta({ description: "1 is the usual speed" }).default(1),
  finished_speaking_sensitivity: sensitivity("How soon a pause counts as the end of a turn").default(0.5),
  initial_message_delay: z.number().min(0).max(60).meta({ description: "Seconds" }).default(0),
};

const whole = z.object(simulatorSettings);
export type SimulatorSettings = z.output<typeof whole>;

/** The default settings, with some of them replaced. */
export const simulatorSettingsOf = (changes: Partial<SimulatorSettings>): SimulatorSettings => whole.parse(changes);
