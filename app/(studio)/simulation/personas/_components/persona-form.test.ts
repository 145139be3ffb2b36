import { expect, test } from "vitest";
import { createPersona } from "@/lib/contracts/simulation/personas";
import { builtInPersonas } from "@/lib/simulation/personas/built-in";
import { bodyOf, emptyPersona, formOfPersona, type Persona } from "./persona-form";

test.each(builtInPersonas)("$name survives a round trip through the form", ({ name, description, profile }) => {
  const persona = { name, description, ...profile } as unknown as Persona; // safe because the form reads no more of it
  const sent = createPersona.body.parse(bodyOf(formOfPersona(persona)));
  const {
    background_sound: _,
    finished_speaking_sensitivity: __,
    multilingual: ___,
    metadata: ____,
    keywords: _____,
    ...shown
  } = profile;
  expect(sent).toMatchObject({ name, description, ...shown });
});

test("splits lists at commas, and leaves out traits of the other medium", () => {
  const form = {
    ...emptyPersona,
    name: "x",
    traits: { ...emptyPersona.traits, occupation: " Nurse,, Driver ", accent: "British" },
    writing: { tone: "casual" },
  };
  expect(bodyOf(form)).toMatchObject({ occupation: ["Nurse", "Driver"], accent: [], tone: "casual" });
  expect(bodyOf({ ...form, medium: "voice" })).toMatchObject({ accent: ["British"], tone: null });
});
