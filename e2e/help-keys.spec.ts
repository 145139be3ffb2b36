// Every key that the desk's help lists does what it says, on every type of field. The help is made of the bindings, so a
// binding without a line here fails, and so does a line without a binding.
import type { Locator, Page } from "playwright/test";
import { spokenKeys } from "@/app/_ui/keyboard/spoken-keys";
import { links } from "@/lib/client/links";
import { type LabelType, labelTypes } from "@/lib/contracts/shapes";
import { field, openDesk, shownQuestion, strokeOf } from "./desk";
import { expect, test, unique } from "./fixtures";
import { type QueueScene, queueOf } from "./scene";

interface Desk {
  page: Page;
  queue: QueueScene;
  names: Record<LabelType, string>;
  type: LabelType;
}

/** Spans are marked in the text, whose keys are its own: spans-and-preference.spec.ts. */
const types: readonly LabelType[] = labelTypes.filter((type) => type !== "text_spans");
const FIRST = 2;
const spoken = (keys: string) => spokenKeys(keys, false);
const options = Array.from({ length: 12 }, (_, index) => ({ label: `Option ${index + 1}` }));
const settings: Partial<Record<LabelType, Record<string, unknown>>> = {
  categorical: { options, rule_prompt: "", multi_choice: false, auto_annotate: false, strategy: null },
  numeric: { min: 0, max: 10, step_size: 1, display_type: "slider" },
};
const isTyped = (type: LabelType): boolean => type === "text" || type === "numeric";

/** Where the focus enters a field. */
const stopOf = ({ page, names }: Desk, type: LabelType): Locator => {
  const group = field(page, names[type]);
  if (isTyped(type)) return group.getByRole("textbox");
  return group.locator('button[aria-pressed]:not([tabindex="-1"])').first();
};
const rowShown = ({ page }: Desk, row: number) => expect(shownQuestion(page)).toHaveText(`Question ${row}?`);
const textIn = (desk: Desk, text: string) => expect(stopOf(desk, desk.type)).toHaveValue(text);
const neighbour = ({ type }: Desk, by: -1 | 1): LabelType =>
  types[Math.min(types.length - 1, Math.max(0, types.indexOf(type) + by))] ?? type;

/** A key that acts on fields of choices and is text in the others; a number takes digits only. */
const unlessTyped =
  (key: string, act: (desk: Desk) => Promise<unknown>, typed = key) =>
  async (desk: Desk) => {
    if (!isTyped(desk.type)) return act(desk);
    await textIn(desk, desk.type === "text" || /\d/.test(typed) ? typed : "");
    await rowShown(desk, FIRST);
    await expect(desk.page.getByRole("dialog")).toHaveCount(0);
    return undefined;
  };

const toNeighbour = (by: -1 | 1) => async (desk: Desk) => {
  if (desk.type === "numeric") return textIn(desk, by === 1 ? "4" : "6");
  const target = desk.type === "text" ? desk.type : neighbour(desk, by);
  return expect(stopOf(desk, target)).toBeFocused();
};

/** What pressing each key of the help does, by its keys. */
const effects: Record<string, (desk: Desk) => Promise<unknown>> = {
  "mod+enter": (desk) => rowShown(desk, FIRST + 1),
  "mod+z": (desk) => rowShown(desk, FIRST - 1),
  z: unlessTyped("z", (desk) => rowShown(desk, FIRST - 1)),
  s: unlessTyped("s", ({ page }) => expect(page.getByRole("dialog", { name: "Skip this item" })).toBeVisible()),
  arrowleft: (desk) => rowShown(desk, isTyped(desk.type) ? FIRST : FIRST - 1),
  // There is no later item to go to, so it stays.
  arrowright: (desk) => rowShown(desk, FIRST),
  i: unlessTyped("i", ({ page }) =>
    expect(page.getByRole("button", { name: "Instructions" })).toHaveAttribute("aria-pressed", "true"),
  ),
  l: unlessTyped("l", ({ page }) =>
    expect(page.getByRole("button", { name: "Flag for later" })).toHaveAttribute("aria-pressed", "true"),
  ),
  d: unlessTyped("d", ({ page }) => expect(page.getByRole("button", { name: "Show them side by side" })).toBeVisible()),
  escape: async ({ page, queue, type, names }) =>
    isTyped(type)
      ? expect(field(page, names[type]).getByRole("textbox")).not.toBeFocused()
      : expect(page).toHaveURL(new RegExp(`${links.queue(queue.id)}$`)),
  arrowdown: toNeighbour(1),
  arrowup: toNeighbour(-1),
  "1": unlessTyped("1", ({ page, names, type }) =>
    expect(field(page, names[type]).locator('button[aria-pressed="true"]')).toHaveCount(1),
  ),
  "shift+1": unlessTyped(
    "Shift+1",
    ({ page, names, type }) =>
      type === "categorical"
        ? expect(field(page, names[type]).getByRole("button", { name: "Option 11" })).toHaveAttribute(
            "aria-pressed",
            "true",
          )
        : expect(field(page, names[type]).locator('button[aria-pressed="true"]')).toHaveCount(0),
    "1",
  ),
  f: unlessTyped("f", ({ page, names, type }) =>
    type === "categorical"
      ? expect(field(page, names[type]).locator("[data-filter]")).toBeFocused()
      : expect(field(page, names[type]).locator(":focus")).toHaveCount(1),
  ),
};

/** The second item of a new sitting, with nothing entered and the focus in the field. */
async function sitDown(desk: Desk, itemId: string | undefined): Promise<void> {
  await openDesk(desk.page, desk.queue.id, itemId);
  await rowShown(desk, FIRST - 1);
  await stopOf(desk, "star").focus();
  await desk.page.keyboard.press("1");
  await desk.page.keyboard.press("Control+Enter");
  await rowShown(desk, FIRST);
}

for (const type of types) {
  test(`every key of the help does what it says on a field of type ${type}`, async ({ ownersPage: page, api }) => {
    test.slow();
    for (const keys of Object.keys(effects)) {
      const names = Object.fromEntries(types.map((each) => [each, unique(each)])) as Desk["names"]; // safe: of all types
      const labels = types.map((each) => ({ type: each, name: names[each], settings: settings[each] ?? {} }));
      const queue = await queueOf(api, { rows: 8, labels });
      const desk = { page, queue, names, type };
      await sitDown(desk, queue.itemIds[0]);
      if (keys === "1") {
        // In a text field it would be a letter.
        await stopOf(desk, "star").focus();
        await page.keyboard.press("?");
        const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
        await expect(help).toBeVisible();
        const listed = await help.locator("dd .sr-only").allTextContents();
        expect(listed.toSorted()).toEqual(Object.keys(effects).map(spoken).toSorted());
        await page.keyboard.press("Escape");
        await expect(help).toBeHidden();
      }
      if (keys === "mod+enter") {
        await stopOf(desk, "star").focus();
        await page.keyboard.press("2");
      }
      await stopOf(desk, type).focus();
      if (type === "numeric" && keys.startsWith("arrow")) await page.keyboard.type("5");
      await page.keyboard.press(strokeOf(keys));
      await effects[keys]?.(desk);
    }
  });
}
