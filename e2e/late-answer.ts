import { expect, type Locator, type Page } from "playwright/test";

interface Late {
  /** The path of the operation whose next answer comes late. */
  path: string;
  open: () => Promise<void>;
  /** What a person is about to click. */
  control: Locator;
  /** Passes once the page shows the answer. */
  shown: () => Promise<void>;
}

/** A click at the moment when the answer arrives must not miss the control. */
export async function expectSteady(page: Page, { path, open, control, shown }: Late): Promise<void> {
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(`**${path}*`, (route) => mayAnswer.then(() => route.continue()), { times: 1 });
  await open();
  // Waits until opening has ended.
  await control.click({ trial: true });
  const before = await control.boundingBox();
  answer();
  await shown();
  expect(await control.boundingBox()).toEqual(before);
}
