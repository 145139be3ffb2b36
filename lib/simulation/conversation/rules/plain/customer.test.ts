// Customers without a model, over all personas that come with the product and situations of every kind.
import { expect, test } from "vitest";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { builtInPersonas } from "../../../personas/built-in";
import { allowedValues, completePersona } from "../../../scenarios/rules/persona";
import { writeRow } from "../../../scenarios/rules/write-row";
import { contentWords } from "../texts";
import type { Turn } from "../turn";
import { plainTurn } from "./customer";

const personas = builtInPersonas.map(({ name, profile }) => {
  const medium = profile.simulation_type;
  const allowed = allowedValues(medium, ["en"], { name, profile });
  return { persona: name, cell: completePersona({}, allowed, medium, seededRandom(name), { strict: true }) };
});

/** What a row says that rules have written for an agent of that purpose. */
const written = (purpose: string) => (persona: Record<string, string | boolean>, seed: string) => {
  const columns = [{ id: "s", name: "situation", dataType: "text" as const, description: "" }];
  const row = { rowId: "r", order: 0, position: 0, persona, branch: ["Opening", "Resolve", "End"], known: {}, columns };
  const subject = { name: "Desk", purpose, languages: ["en"], medium: "text" as const, inbound: true };
  return writeRow(row, subject, "", seededRandom(seed)).s ?? "";
};
const withText = (text: string) => (persona: Record<string, string | boolean>) =>
  text.replaceAll("NAME", String(persona.name));

const situations: readonly (readonly [string, (persona: Record<string, string | boolean>, seed: string) => string])[] =
  [
    ["written for a parcel desk", written("Answers questions about parcels: where one is, what it costs.")],
    ["written for a hotel", written("Takes and changes hotel bookings.")],
    ["written for nobody", written("")],
    [
      "of a dataset, about a customer",
      withText("The customer wants to cancel booking QX7 and get a full refund because her flight was moved."),
    ],
    [
      "of a dataset, with the persona in it",
      withText(
        "NAME, 40-50, accountant in Canada, writes to Parcel desk about a lost parcel (case 1-2345). NAME is short of time.",
      ),
    ],
    [
      "of a benchmark",
      withText(
        "You are Yusuf Rossi in zip code 19122. You received your order #W2378156 and wish to exchange the mechanical keyboard for a similar one.",
      ),
    ],
    ["in another language", withText("Lucía quiere cambiar la reserva QX7 a junio y saber cuánto cuesta.")],
    ["that says nothing", withText("")],
  ];

const cases = situations.flatMap(([situation, say]) =>
  personas.map(({ persona, cell }) => ({
    persona,
    cell,
    situation,
    row: { cells: { persona: JSON.stringify(cell), situation: say(cell, situation) }, initialMessage: "" },
  })),
);

const agent = [
  "Thank you for writing. What can I do for you?",
  "I see. Could you tell me your order number and your full name, please?",
  "Thank you. I have found it: it is being looked at, and you will hear from us by tomorrow noon.",
  "You will get a message. It takes two working days at most.",
  "Would you like us to send you a confirmation?",
  "It is on its way to you. Is there anything else I can help you with?",
];
type Row = (typeof cases)[number]["row"];

/** Every turn of the conversation with that agent. */
function play(row: Row, answers: readonly string[] = agent): Turn[] {
  const turns: Turn[] = [];
  const add = (role: Turn["role"], content: string) =>
    turns.push({ number: turns.length, role, content, messages: [], scripted: true, ends: false });
  for (let index = 0; index < 20; index += 1) {
    const text = plainTurn(row, turns, 7, "place");
    if (text === null) return turns;
    add("user", text);
    add("assistant", answers[Math.min(index, answers.length - 1)] ?? "");
  }
  throw new Error("the customer does not end");
}
const customerOf = (turns: readonly Turn[]) =>
  turns.filter(({ role }) => role === "user").map(({ content }) => content);

test.each(cases.map((one) => [one.persona, one.situation, one] as const))(
  "%s, %s: the first message reveals neither goal nor persona, and no template text",
  (_, __, { row, cell }) => {
    const texts = customerOf(play(row));
    expect(texts.length).toBeGreaterThanOrEqual(3);
    const [first = ""] = texts;
    const goal = [...contentWords(row.cells.situation)];
    const words = contentWords(first);
    expect(
      goal.filter((word) => words.has(word)),
      first,
    ).toEqual([]);
    for (const member of ["name", "age_group", "location", "profession", "personality", "communication_style"] as const)
      expect(first.toLowerCase()).not.toContain(String(cell[member]).toLowerCase());
    for (const text of texts) {
      expect(text).not.toMatch(/\{|\}|undefined|null|NaN|\[object|\s\s|^\s|\s$|\bwriting about this\b|\s[.,](?!\.)/);
      expect(text.length).toBeGreaterThan(1);
      expect(text).not.toContain("This conversation");
    }
    expect(customerOf(play(row))).toEqual(texts);
  },
);

test.each(situations.map(([situation]) => situation))("%s: every persona speaks in its own way", (situation) => {
  const all = cases.filter((one) => one.situation === situation).map(({ row }) => customerOf(play(row)).join("\n"));
  expect(new Set(all).size).toBe(18);
  const firsts = cases.filter((one) => one.situation === situation).map(({ row }) => customerOf(play(row))[0]);
  expect(new Set(firsts).size).toBeGreaterThanOrEqual(12);
});

test("the customer answers questions from the row and invents nothing", () => {
  const row = {
    cells: {
      persona: JSON.stringify({ name: "Ada Brook", personality: "Patient", language: "en" }),
      situation: "Ada Brook bought a blue kettle on 3 March. Ada wants to return it.",
      order_id: "W4711",
    },
    initialMessage: "",
  };
  const answerTo = (question: string) => customerOf(play(row, ["How can I help?", question])).at(2);
  expect(answerTo("Could you give me your order number, please?")).toContain("W4711");
  expect(answerTo("What is your full name?")).toContain("Ada Brook");
  expect(answerTo("When did you buy it?")).toContain("3 March");
  expect(answerTo("Please tell me your date of birth.")).not.toMatch(/\d/);
  expect(answerTo("Would you like us to send you a confirmation by email?")).toMatch(/yes|fine|works/i);
  expect(answerTo("Shall I send you a label?")).toMatch(/yes|fine|works/i);
  expect(customerOf(play(row))[1]).toContain("I bought a blue kettle on 3 March. I want to return it.");
});

test("the customer tells an agent that it repeats itself, and then leaves", () => {
  const [one] = cases;
  const texts = one
    ? customerOf(play(one.row, ["Please visit our website, where all the details are kept for you."]))
    : [];
  expect(texts.length).toBe(4);
});

test("an agent that only echoes gets the request, a complaint and a goodbye", () => {
  const [one] = cases;
  if (!one) throw new Error("there are cases");
  const turns: Turn[] = [];
  for (let text = plainTurn(one.row, turns, 7, "p"); text !== null; text = plainTurn(one.row, turns, 7, "p"))
    for (const [role, content] of [
      ["user", text],
      ["assistant", `Sandbox echo: ${text}`],
    ] as const)
      turns.push({ number: turns.length, role, content, messages: [], scripted: true, ends: false });
  expect(customerOf(turns)).toHaveLength(4);
  expect(customerOf(turns)[1]).not.toMatch(/^(?:Thanks|Sure|Of course)/);
});

test("the customer speaks the persona's language if it is supported", () => {
  const textsIn = (language: string) =>
    customerOf(
      play({
        cells: {
          persona: JSON.stringify({ name: "Lucía", language }),
          situation: "Lucía wants to move booking QX71 to June.",
        },
        initialMessage: "",
      }),
    );
  expect(textsIn("es")[1]).toContain("mi reserva, número QX71");
  expect(textsIn("German")[1]).toContain("meine Buchung, Nummer QX71");
  expect(textsIn("fr-CA")[1]).toContain("ma réservation, numéro QX71");
  expect(textsIn("hi")[1]).toContain("I want to move booking QX71 to June.");
});

test("a simulator's initial message comes first, unchanged", () => {
  expect(plainTurn({ cells: {}, initialMessage: "Hello!" }, [], 1, "p")).toBe("Hello!");
});
