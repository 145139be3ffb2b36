// Converts a simulator's settings to providers' settings: how it speaks, how soon, and how easily it is interrupted.
import type { SimulatorSettings } from "@/lib/contracts/simulation/simulator";

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** Converts a sensitivity, 0 to 1 or 1 to 10 as in personas, to 0 to 1. */
export const sensitivityOf = (level: number): number => within(level > 1 ? level / 10 : level, 0, 1);

/** The longest duration of a call in seconds. Providers take no less than a minute. */
export const maxSecondsOf = ({ max_call_duration_in_minutes }: SimulatorSettings): number =>
  within(Math.round(max_call_duration_in_minutes * 60), 60, 7_200);

const VOICES = { female: "marissa", male: "ryan" };

/** The settings, adjusted to the persona: its pace, its patience, and the default voice of its gender. */
export function settingsFor(
  settings: SimulatorSettings,
  persona: Readonly<Record<string, unknown>>,
): SimulatorSettings {
  const own = (name: "conversation_speed" | "interrupt_sensitivity" | "finished_speaking_sensitivity") => {
    const sent = Number(persona[name] ?? Number.NaN);
    // A persona's 1 is the least of ten; a simulator's is the most of 0 to 1.
    const level = name !== "conversation_speed" && sent === 1 ? 0.1 : sent;
    return Number.isFinite(level) && level > 0 ? { [name]: within(level, 0.1, 11) } : {};
  };
  const isUsual = settings.voice_provider === "elevenlabs" && settings.voice_name === VOICES.female;
  return {
    ...settings,
    ...(isUsual && persona.gender === "male" ? { voice_name: VOICES.male } : {}),
    ...own("conversation_speed"),
    ...own("interrupt_sensitivity"),
    ...own("finished_speaking_sensitivity"),
  };
}

const VAPI_MODELS: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|o\d|chatgpt)/, "openai"],
  [/^claude-/, "anthropic"],
  [/^gemini-/, "google"],
];
const VAPI_FAMILIES = new Set(["openai", "anthropic", "google", "groq", "mistral", "xai", "deep-seek"]);
/** The model for customers whose own model the voice provider does not offer. */
const USUAL = { provider: "openai", model: "gpt-4o" };

/** A gateway model under Vapi's names. */
export function vapiModel(name: string): { provider: string; model: string } {
  const [family = "", ...rest] = name.split("/");
  if (rest.length > 0 && VAPI_FAMILIES.has(family)) return { provider: family, model: rest.join("/") };
  const provider = VAPI_MODELS.find(([pattern]) => pattern.test(name))?.[1];
  return provider ? { provider, model: name } : USUAL;
}

/** Default values stay Vapi's own. */
export const vapiManner = (settings: SimulatorSettings) => ({
  voice: {
    provider: settings.voice_provider === "elevenlabs" ? "11labs" : settings.voice_provider,
    voiceId: settings.voice_name,
    ...(settings.conversation_speed === 1 ? {} : { speed: within(settings.conversation_speed, 0.7, 1.2) }),
  },
  startSpeakingPlan: { waitSeconds: 0.8 * (1 - sensitivityOf(settings.finished_speaking_sensitivity)) },
  stopSpeakingPlan: { numWords: 0, voiceSeconds: 0.4 * (1 - sensitivityOf(settings.interrupt_sensitivity)) },
});

const RETELL_LANGUAGES =
  "en-US de-DE es-ES hi-IN fr-FR ja-JP pt-PT zh-CN ru-RU it-IT ko-KR nl-NL pl-PL tr-TR vi-VN ro-RO bg-BG da-DK fi-FI el-GR hu-HU id-ID no-NO sk-SK sv-SE ms-MY ar-SA uk-UA".split(
    " ",
  );

export function retellManner(settings: SimulatorSettings, language: string, maxSeconds: number) {
  const spoken = RETELL_LANGUAGES.find((locale) => locale.startsWith(`${language}-`));
  return {
    interruption_sensitivity: sensitivityOf(settings.interrupt_sensitivity),
    responsiveness: sensitivityOf(settings.finished_speaking_sensitivity),
    voice_speed: within(settings.conversation_speed, 0.5, 2),
    begin_message_delay_ms: Math.round(within(settings.initial_message_delay, 0, 5) * 1000),
    max_call_duration_ms: maxSeconds * 1000,
    end_call_after_silence_ms: 30_000,
    ...(spoken ? { language: spoken } : {}),
    // Retell's voice names begin with their maker.
    ...(/^(?:11labs|openai|deepgram|cartesia|minimax|retell|custom_voice)[-_]/.test(settings.voice_name)
      ? { voice_id: settings.voice_name }
      : {}),
  };
}

/** The customer's prompt, with the row's script if it has one. A voice model can only be asked to say it. */
export function spokenPrompt(prompt: string, script: readonly (string | null)[] | null): string {
  const scriptTexts = (script ?? []).flatMap((text) => (text === null ? [] : [text]));
  if (scriptTexts.length === 0) return prompt;
  const lines = scriptTexts.map((text, index) => `${index + 1}. ${text}`).join("\n");
  return `${prompt}\n\nSay these sentences word for word, in this order, one at a time, each when it is your turn:\n${lines}\nThen end the call.`;
}
