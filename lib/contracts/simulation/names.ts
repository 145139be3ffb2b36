// All enums of simulation. Browsers load this file, so it does not import zod.
export const agentTypes = ["voice", "text"] as const;
export const versionStatuses = ["draft", "active", "archived", "deprecated"] as const;
export const authenticationMethods = ["api_key"] as const;
/** Tracks of a recording: both sides mixed, both in separate channels, or one side alone. */
export const recordingTracks = ["combined", "stereo", "customer", "assistant"] as const;
export type RecordingTrack = (typeof recordingTracks)[number];
/** Providers from which assistants can be read. */
export const readableProviders = ["vapi", "retell"] as const;
/** Known providers of voice agents; others are accepted too. */
export const voiceProviders = [
  "vapi",
  "retell",
  "eleven_labs",
  "livekit",
  "livekit_bridge",
  "bland",
  "twilio",
  "others",
] as const;
export const languages = [
  "ar",
  "bg",
  "zh",
  "cs",
  "da",
  "nl",
  "en",
  "fi",
  "fr",
  "de",
  "el",
  "hi",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "ms",
  "no",
  "pl",
  "pt",
  "ro",
  "ru",
  "sk",
  "es",
  "sv",
  "tr",
  "uk",
  "vi",
] as const;
/** Secrets stored encrypted with an agent and each of its versions. */
export const agentSecrets = [
  "api_key",
  "webhook_secret",
  "websocket_headers",
  "livekit_api_key",
  "livekit_api_secret",
] as const;

export type AgentType = (typeof agentTypes)[number];
export type AgentSecret = (typeof agentSecrets)[number];

export const personaTypes = ["system", "workspace"] as const;
/** Suggested values of a persona's fields, by field name. */
export const personaOptions = {
  gender: ["male", "female"],
  age_group: ["18-25", "25-32", "32-40", "40-50", "50-60", "60+"],
  location: ["United States", "Canada", "United Kingdom", "Australia", "India"],
  occupation: [
    "Student",
    "Teacher",
    "Engineer",
    "Doctor",
    "Nurse",
    "Accountant",
    "Lawyer",
    "Shop assistant",
    "Sales representative",
    "Manager",
    "Entrepreneur",
    "Artist",
    "Journalist",
    "Driver",
    "Electrician",
    "Homemaker",
    "Retired",
  ],
  personality: [
    "Friendly and cooperative",
    "Polite and formal",
    "Patient",
    "Impatient",
    "Anxious",
    "Confused",
    "Skeptical",
    "Assertive",
    "Frustrated",
    "Cheerful",
    "Reserved",
    "Detail-oriented",
  ],
  communication_style: [
    "Direct and concise",
    "Detailed",
    "Casual",
    "Formal",
    "Technical",
    "Emotional",
    "Questioning",
    "Story-telling",
    "Hesitant",
    "Passive",
  ],
  accent: ["American", "Canadian", "British", "Australian", "Indian", "Neutral"],
  conversation_speed: ["0.5", "0.75", "1.0", "1.25", "1.5"],
  finished_speaking_sensitivity: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
  interrupt_sensitivity: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"],
} as const;
/** How a persona writes. */
export const writingOptions = {
  tone: ["formal", "neutral", "casual"],
  verbosity: ["brief", "balanced", "detailed"],
  regional_mix: ["none", "light", "moderate", "heavy"],
  slang_usage: ["none", "light", "moderate", "heavy"],
  typos_frequency: ["none", "rare", "occasional", "frequent"],
  punctuation: ["clean", "minimal", "expressive", "erratic"],
  emoji_usage: ["never", "light", "regular", "heavy"],
} as const;

export type WritingOption = keyof typeof writingOptions;
