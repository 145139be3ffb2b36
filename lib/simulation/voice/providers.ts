// The supported providers of voice calls.
import type { VoiceProvider } from "./adapter";
import { retell } from "./retell";
import type { TelephonyAccount } from "./telephony-account";
import { vapi } from "./vapi";

export const voiceProviders: Record<TelephonyAccount["provider"], VoiceProvider> = { vapi, retell };
