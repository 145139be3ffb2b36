// Faults by what was said: planted ones are found with their side, and conversations without one have none.
import { expect, test } from "vitest";
import type { EndCause, FaultKind, FaultSide } from "@/lib/contracts/simulation/call-names";
import type { Turn } from "../../conversation/rules/turn";
import type { Conversation } from "./conversation";
import { decisive, readFaults } from "./faults";

const faultsIn = (conversation: Conversation) => readFaults(conversation).faults;

const matters = [
  { thing: "parcel 4711", goal: "wants to know where parcel 4711 is", office: "the depot in Riga" },
  { thing: "the blue kettle", goal: "wants to return the blue kettle, which leaks", office: "the returns page" },
  { thing: "booking QX7", goal: "wants to move booking QX7 to Friday", office: "the calendar" },
  { thing: "invoice 2026-118", goal: "says that invoice 2026-118 is twice what was agreed", office: "accounting" },
  { thing: "the router", goal: "has a router that restarts every evening", office: "the second line" },
  { thing: "the subscription", goal: "wants to end the subscription before it renews", office: "the settings" },
  { thing: "the passport photo", goal: "has uploaded the wrong passport photo", office: "the archive" },
  { thing: "the gift card", goal: "cannot redeem the gift card of 50 euros", office: "the till" },
  { thing: "seat 14C", goal: "wants seat 14C changed to a window seat", office: "the seat map" },
  { thing: "the concert ticket", goal: "has lost the concert ticket for Saturday", office: "the box office" },
  { thing: "the prescription", goal: "asks whether the prescription is ready", office: "the pharmacy" },
  { thing: "the warranty", goal: "asks whether the warranty covers a broken hinge", office: "the workshop" },
  { thing: "the delivery window", goal: "wants the delivery window to be after six", office: "the driver's plan" },
  { thing: "the loan statement", goal: "needs the loan statement for the tax office", office: "the branch" },
  { thing: "the library book", goal: "wants to renew the library book until June", office: "the reading room" },
  { thing: "the gym contract", goal: "wants to pause the gym contract for two months", office: "the front desk" },
  { thing: "the meter reading", goal: "reports that the meter reading was mistyped", office: "the meter log" },
  { thing: "the hotel room", goal: "asks for a quieter hotel room on a higher floor", office: "reception" },
  { thing: "the spare key", goal: "needs a spare key for the bike lock", office: "the key shop" },
  {
    thing: "the language course",
    goal: "wants to join the language course one level higher",
    office: "the course list",
  },
] as const;
type Topic = (typeof matters)[number];

type Utterance = readonly ["user" | "assistant", string];
const turnsOf = (utterances: readonly Utterance[], endsWithCustomer: boolean): Turn[] =>
  utterances.map(([role, content], number) => ({
    number,
    role,
    content,
    messages: [{ role, content }],
    scripted: false,
    ends: endsWithCustomer && number === utterances.length - 1 && role === "user",
  }));

const conversation = (
  matter: Topic,
  utterances: readonly Utterance[],
  cause: EndCause,
  isUnfinished = false,
): Conversation => ({
  turns: turnsOf(utterances, cause === "customer_ended"),
  cause,
  knownFacts: `Persona: Ada, 34, teacher. Situation: Ada ${matter.goal}.`,
  situation: `Ada ${matter.goal}.`,
  language: "en",
  isUnfinished,
});

const opening = ({ thing }: Topic): Utterance[] => [
  ["user", `Hi, I am writing about ${thing}. Could you look into it?`],
  ["assistant", `Of course. I see ${thing} here. Could you tell me your customer number?`],
];
const closing = ({ thing, office }: Topic): Utterance[] => [
  ["user", `It is 883-21, under the name Ada. What about ${thing}?`],
  ["assistant", `Thank you, Ada. About ${thing}: it is with ${office} now, and will be done by tomorrow noon.`],
  ["user", `Good, then I will wait until tomorrow noon. That is all, thanks!`],
];

type Plant = readonly [kind: FaultKind, (matter: Topic) => Conversation];

const simulator: readonly Plant[] = [
  [
    "role_break",
    (matter) =>
      conversation(
        matter,
        [...opening(matter), ["user", `Thank you for reaching out. How can I help you with ${matter.thing} today?`]],
        "max_turns",
      ),
  ],
  [
    "early_stop",
    (matter) => conversation(matter, [...opening(matter), ["user", "Okay, goodbye then!"]], "customer_ended"),
  ],
  [
    "repetition",
    (matter) =>
      conversation(
        matter,
        [...opening(matter), ["user", `Hi, I am writing about ${matter.thing}. Could you look into it?`]],
        "max_turns",
      ),
  ],
  [
    "goal_drift",
    (matter) =>
      conversation(
        matter,
        [
          ...opening(matter),
          ["user", "Which restaurants nearby serve vegetarian lasagna tonight, and do penguins migrate?"],
        ],
        "max_turns",
      ),
  ],
  [
    "role_break",
    (matter) =>
      conversation(
        matter,
        [...opening(matter), ["user", `Customer: It is 883-21.\nAgent: I have found ${matter.thing}, one moment.`]],
        "max_turns",
      ),
  ],
];
const agent: readonly Plant[] = [
  [
    "agent_role_break",
    (matter) =>
      conversation(
        matter,
        [opening(matter)[0] as Utterance, ["assistant", `Hello, I want my refund for ${matter.thing}, and quickly.`]],
        "max_turns",
      ),
  ],
  [
    "agent_role_break",
    (matter) => {
      const [question] = opening(matter);
      return conversation(matter, [question as Utterance, ["assistant", question?.[1] ?? ""]], "max_turns");
    },
  ],
  [
    "agent_repetition",
    (matter) => {
      const answer = `About ${matter.thing}: please visit our website, where all the details are kept for you.`;
      return conversation(
        matter,
        [
          ["user", `Hi, I am writing about ${matter.thing}.`],
          ["assistant", answer],
          ["user", `I was on the website, and ${matter.thing} is not mentioned there at all.`],
          ["assistant", answer],
          ["user", "That does not answer what I asked you."],
        ],
        "max_turns",
      );
    },
  ],
  [
    "agent_role_break",
    (matter) =>
      conversation(
        matter,
        [opening(matter)[0] as Utterance, ["assistant", `User: what about ${matter.thing}?\nI am not sure either.`]],
        "max_turns",
      ),
  ],
  [
    "agent_repetition",
    (matter) => {
      const answer = `I am sorry, I cannot say anything about ${matter.thing} before it has been looked at.`;
      const utterances: Utterance[] = [
        ["user", `Where does ${matter.thing} stand?`],
        ["assistant", answer],
        ["user", `Who is looking at ${matter.thing}?`],
        ["assistant", `The team at ${matter.office}.`],
        ["user", "And when will they be done?"],
        ["assistant", answer],
        ["user", `Can I ask ${matter.office} myself?`],
        ["assistant", answer],
      ];
      return conversation(matter, utterances, "max_turns");
    },
  ],
];

const planted = (side: FaultSide, plants: readonly Plant[]) =>
  matters.flatMap((matter) => plants.map(([kind, plant]) => ({ side, kind, made: plant(matter) })));

test.each([
  ["B3.1 of 100 planted simulator faults 95 are found to be the simulator's", planted("simulator", simulator)],
  ["of 100 planted agent faults 95 are found to be the agent's", planted("agent", agent)],
] as const)("%s", (_, all) => {
  expect(all.length).toBe(100);
  const missed = all.filter(({ side, kind, made }) => {
    const found = decisive(faultsIn(made));
    return found?.side !== side || found.kind !== kind;
  });
  expect(missed.map(({ kind, made }) => [kind, made.turns.at(-1)?.content])).toEqual([]);
});

test("conversations without a fault show none", () => {
  for (const matter of matters) {
    const whole = conversation(matter, [...opening(matter), ...closing(matter)], "customer_ended");
    expect(faultsIn(whole)).toEqual([]);
    // Who is asked the same answers the same, and who gets no other answer may ask again.
    const insisting = conversation(
      matter,
      [
        ["user", `Where is ${matter.thing}, please tell me now?`],
        ["assistant", `One moment, I am looking at ${matter.thing}.`],
        ["user", "Yes, thank you."],
        ["assistant", `It is with ${matter.office}.`],
        ["user", "Yes, thank you."],
      ],
      "customer_ended",
    );
    expect(faultsIn(insisting)).toEqual([]);
  }
});

test("B3.5 and B3.6: a notice as an answer is the provider's fault, before its consequences", () => {
  const [matter] = matters;
  const limited: Utterance = ["assistant", "Error 429: Rate limit reached for requests. Please try again in 20s."];
  const [found] = faultsIn(
    conversation(matter, [opening(matter)[0] as Utterance, limited, ["user", "Goodbye!"]], "customer_ended"),
  );
  expect(found).toMatchObject({ side: "provider", kind: "rate_limit_as_answer", evidence: { turn: 1 } });
  const again: Utterance[] = [
    opening(matter)[0] as Utterance,
    limited,
    ["user", "And now?"],
    limited,
    ["user", "Now?"],
    limited,
  ];
  expect(faultsIn(conversation(matter, again, "max_turns")).map(({ side }) => side)).not.toContain("agent");
  const spoken = faultsIn(
    conversation(
      matter,
      [...opening(matter), ["user", "It is 883-21. Are there too many requests for 4711?"]],
      "max_turns",
    ),
  );
  expect(decisive(spoken)?.side ?? "none").not.toBe("agent");
});

test("a scripted customer's words are never a fault", () => {
  const [matter] = matters;
  const turns = turnsOf([...opening(matter), ["user", "How can I help you today?"]], false);
  const scripted = turns.map((turn) => (turn.role === "user" ? { ...turn, scripted: true } : turn));
  expect(
    faultsIn({
      turns: scripted,
      cause: "script_ended",
      knownFacts: "x",
      situation: "x",
      language: null,
      isUnfinished: true,
    }),
  ).toEqual([]);
});
