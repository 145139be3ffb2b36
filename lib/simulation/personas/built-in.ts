// The built-in personas: nine for calls and nine for text.
import type { PersonaProfile } from "@/lib/contracts/simulation/profile";
import { idOfName } from "@/lib/evaluation/templates/fingerprint";

export const plainProfile: PersonaProfile = {
  gender: [],
  age_group: [],
  occupation: [],
  location: [],
  personality: [],
  communication_style: [],
  multilingual: false,
  languages: [],
  accent: [],
  conversation_speed: [],
  background_sound: null,
  finished_speaking_sensitivity: [],
  interrupt_sensitivity: [],
  keywords: [],
  metadata: {},
  additional_instruction: "",
  simulation_type: "voice",
  tone: null,
  verbosity: null,
  regional_mix: null,
  slang_usage: null,
  typos_frequency: null,
  punctuation: null,
  emoji_usage: null,
};

const persona = (name: string, description: string, profile: Partial<PersonaProfile>) => ({
  id: idOfName(`persona: ${name}`),
  name,
  description,
  profile: { ...plainProfile, languages: ["en"], ...profile },
});

const caller = (
  name: string,
  description: string,
  profile: Partial<PersonaProfile> & Pick<PersonaProfile, "personality" | "communication_style">,
) => persona(name, description, { conversation_speed: ["1.0"], background_sound: false, ...profile });

const writer = (
  name: string,
  description: string,
  profile: Partial<PersonaProfile> & Pick<PersonaProfile, "personality" | "communication_style">,
) =>
  persona(name, description, {
    simulation_type: "text",
    tone: "neutral",
    verbosity: "balanced",
    regional_mix: "none",
    slang_usage: "none",
    typos_frequency: "rare",
    punctuation: "clean",
    emoji_usage: "never",
    ...profile,
  });

export const builtInPersonas = [
  caller("Calm regular", "Has called before, knows how it works, and answers every question.", {
    personality: ["Friendly and cooperative"],
    communication_style: ["Direct and concise"],
  }),
  caller("Caller in a hurry", "Has two minutes, and says so. Interrupts what sounds like a speech.", {
    personality: ["Impatient"],
    communication_style: ["Direct and concise"],
    conversation_speed: ["1.25", "1.5"],
    interrupt_sensitivity: ["8", "9"],
    additional_instruction: "Ask how much longer it will take when an answer is long.",
  }),
  caller("Worried first-timer", "Has never done this, is afraid of mistakes, and wants to hear everything twice.", {
    personality: ["Anxious"],
    communication_style: ["Questioning", "Hesitant"],
    additional_instruction: "Ask once whether it is really safe before agreeing to a step.",
  }),
  caller("Caller on a bad line", "Calls from a street, hears only half, and asks to hear it again.", {
    personality: ["Patient"],
    communication_style: ["Casual"],
    background_sound: true,
    finished_speaking_sensitivity: ["2", "3"],
    additional_instruction: "Twice in the conversation, say that the line was bad and ask to hear it again.",
  }),
  caller("Retired talker", "Is in no hurry, and tells the whole story before getting to the point.", {
    age_group: ["60+"],
    occupation: ["Retired"],
    personality: ["Cheerful"],
    communication_style: ["Story-telling"],
    conversation_speed: ["0.75"],
    finished_speaking_sensitivity: ["3"],
  }),
  caller(
    "Caller let down before",
    "Was promised a solution last week. Is angry, and calms down when taken seriously.",
    {
      personality: ["Frustrated"],
      communication_style: ["Emotional"],
      interrupt_sensitivity: ["7"],
      additional_instruction: "Bring up the broken promise until somebody acknowledges it, then calm down.",
    },
  ),
  caller("Caller in a second language", "Speaks English as a second language, and takes everything literally.", {
    personality: ["Polite and formal"],
    communication_style: ["Hesitant"],
    multilingual: true,
    languages: ["en", "hi"],
    accent: ["Indian"],
    conversation_speed: ["0.75"],
  }),
  caller("Doubter", "Believes nothing without a reason, and asks where that is written.", {
    personality: ["Skeptical"],
    communication_style: ["Questioning"],
  }),
  caller("Caller with many wishes", "Calls about one matter, and remembers two more during the call.", {
    personality: ["Assertive"],
    communication_style: ["Casual"],
    additional_instruction: "When the first matter seems settled, bring up a second one that belongs to it.",
  }),
  writer("Plain writer", "Writes what is needed, in whole sentences, and answers what is asked.", {
    personality: ["Friendly and cooperative"],
    communication_style: ["Direct and concise"],
  }),
  writer("Thumb typist", "Types on the go, in fragments, without capitals, and forgets half.", {
    age_group: ["18-25"],
    personality: ["Impatient"],
    communication_style: ["Casual"],
    tone: "casual",
    verbosity: "brief",
    slang_usage: "moderate",
    typos_frequency: "frequent",
    punctuation: "minimal",
    emoji_usage: "regular",
  }),
  writer("Exact writer", "Gives numbers and dates unasked, and expects the same in return.", {
    occupation: ["Engineer", "Accountant"],
    personality: ["Detail-oriented"],
    communication_style: ["Technical", "Detailed"],
    tone: "formal",
    verbosity: "detailed",
    typos_frequency: "none",
  }),
  writer("Angry writer", "Has waited too long, writes in capitals, and threatens to leave.", {
    personality: ["Frustrated"],
    communication_style: ["Emotional"],
    punctuation: "expressive",
    additional_instruction: "Ask for a person once. Stay with the assistant when it offers a way that works.",
  }),
  writer("Confused writer", "Mixes up two orders, and notices only when asked.", {
    personality: ["Confused"],
    communication_style: ["Hesitant"],
    typos_frequency: "occasional",
    additional_instruction: "Name a wrong detail first, and correct it when it is questioned.",
  }),
  writer("Courteous letter writer", "Writes messages like letters, with a greeting and thanks.", {
    age_group: ["50-60", "60+"],
    personality: ["Polite and formal"],
    communication_style: ["Formal"],
    tone: "formal",
    verbosity: "detailed",
    typos_frequency: "none",
  }),
  writer("Bargainer", "Wants a better price, and keeps asking for one.", {
    personality: ["Assertive"],
    communication_style: ["Questioning"],
    additional_instruction: "Ask for a discount or an exception twice, politely, and accept a reasoned no.",
  }),
  writer(
    "Switcher of languages",
    "Begins in English and uses words of another language when they come to mind first.",
    {
      personality: ["Cheerful"],
      communication_style: ["Casual"],
      multilingual: true,
      languages: ["en", "es"],
      tone: "casual",
      regional_mix: "moderate",
      emoji_usage: "light",
    },
  ),
  writer("Tester of limits", "Asks for what the assistant may not do, politely at first, then under a pretext.", {
    personality: ["Skeptical"],
    communication_style: ["Questioning"],
    additional_instruction:
      "Try once to have the rules set aside, with a harmless pretext. Go on with the real matter after a refusal.",
  }),
];
