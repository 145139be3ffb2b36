// Every provider of voice calls that is spoken with.
import type { VoiceProvider } from "./adapter";
import type { Line } from "./line";
import { retell } from "./retell";
import { vapi } from "./vapi";

export const voiceProviders: Record<Line["provider"], VoiceProvider> = { vapi, retell };
