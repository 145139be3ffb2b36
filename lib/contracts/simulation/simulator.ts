// Settings of a simulated customer.
import { z } from "zod";

const text = (most: number) => z.string().max(most, `At most ${most} characters.`);

/** Settings with their defaults. Sensitivities are 0 to 11, speeds 0.1 to 2, delays in seconds. */
export const simulatorSettings = {
  voice_provider: text(255).default("elevenlabs"),
  voice_name: text(255).default("marissa"),
  model: text(255).default("gpt-4").meta({ description: "A model of the gateway" }),
  llm_temperature: z.number().min(0).max(2).default(0.7),
  initial_message: text(10_000).default(""),
  max_call_duration_in_minutes: z.number().min(0).max(180).default(30),
  interrupt_sensitivity: z.number().min(0).max(11).default(0.5),
  conversation_speed: z.number().min(0.1).max(2).default(1),
  finished_speaking_sensitivity: z.number().min(0).max(11).default(0.5),
  initial_message_delay: z.number().min(0).max(60).default(0).meta({ description: "Seconds" }),
};

const whole = z.object(simulatorSettings);
export type SimulatorSettings = z.output<typeof whole>;

/** The default settings, with some of them replaced. */
export const simulatorSettingsOf = (changes: Partial<SimulatorSettings>): SimulatorSettings => whole.parse(changes);
