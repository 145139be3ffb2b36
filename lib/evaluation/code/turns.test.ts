import { expect, test } from "vitest";
import { type Owner, Turns } from "./turns";

const most = { running: 2, waiting: 8, ofOrganization: { running: 1, waiting: 5 }, ofPerson: { waiting: 3 } };
const owner = (name: string): Owner => ({ organization: name.charAt(0), person: name.charAt(1) || null });

/** One job after the other: each name is an organization's letter and a person's. */
function orderOf(names: readonly string[], limits = { ...most, running: 1 }): string {
  const turns = new Turns<string>(limits);
  for (const name of names) turns.add(owner(name), name);
  const order: string[] = [];
  for (let job = turns.next(); job !== null; job = turns.next()) {
    order.push(job);
    turns.ended(owner(job));
  }
  return order.join(" ");
}

test.each([
  ["one after the other", "a1", "a1"],
  ["organizations take turns", "a1 a1 a1 b1 c1", "a1 b1 c1 a1 a1"],
  ["people of one organization take turns", "a1 a1 a1 a2 a3", "a1 a2 a3 a1 a1"],
  ["many people get no more turns than one", "a1 a2 a3 b1 b1 b1", "a1 b1 a2 b1 a3 b1"],
  ["work of nobody takes its turn as a person does", "a1 a1 a a", "a1 a a1 a"],
])("%s", (_, names, order) => expect(orderOf(names.split(" "))).toBe(order));

test("an organization runs one job at a time and leaves the other thread free", () => {
  const turns = new Turns<string>(most);
  for (const name of ["a1", "a2", "b1", "c1"]) turns.add(owner(name), name);
  expect([turns.next(), turns.next(), turns.next()]).toEqual(["a1", "b1", null]);
  turns.ended(owner("b1"));
  expect(turns.next()).toBe("c1");
  turns.ended(owner("c1"));
  expect(turns.next()).toBe(null);
  turns.ended(owner("a1"));
  expect(turns.next()).toBe("a2");
});

test("others who arrive during a person's job go before that person's next job", () => {
  const turns = new Turns<string>({ ...most, running: 1 });
  for (const name of ["a1", "a1"]) turns.add(owner(name), name);
  expect(turns.next()).toBe("a1");
  turns.add(owner("a2"), "a2");
  turns.add(owner("b1"), "b1");
  turns.ended(owner("a1"));
  expect(turns.next()).toBe("b1");
  turns.ended(owner("b1"));
  expect(turns.next()).toBe("a2");
});

test("waiting jobs are limited per person, per organization and in total", () => {
  const turns = new Turns<string>(most);
  const add = (name: string) => turns.add(owner(name), name);
  expect(["a1", "a1", "a1", "a1"].map(add)).toEqual([true, true, true, false]);
  expect(["a2", "a2", "a2", "a3"].map(add)).toEqual([true, true, false, false]);
  expect(["b1", "b2", "b3", "b4"].map(add)).toEqual([true, true, true, false]);
  turns.next();
  expect(add("b4")).toBe(true);
});
