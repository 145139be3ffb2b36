// A call by phone as its page plays it.
import { expect, test, visit } from "./fixtures";
import { recording, spokenCall, spokenCallId } from "./spoken-call";

test("I play a phone call with its transcript in step, and see who kept whom waiting", async ({ ownersPage: page }) => {
  let kept = false;
  await page.route(`**/simulate/call-executions/${spokenCallId}/`, (route) => route.fulfill({ json: spokenCall }));
  await page.route(`**/simulate/call-executions/${spokenCallId}/recording/*`, (route) =>
    kept
      ? route.fulfill({ contentType: "audio/wav", body: recording() })
      : route.fulfill({
          status: 410,
          json: { type: "client_error", code: "gone", detail: "The provider no longer keeps this recording." },
        }),
  );
  await visit(page, `/simulation/runs/calls/${spokenCallId}`);
  const region = page.getByRole("region", { name: "Recording" });
  await expect(region).toContainText("The recording could not be loaded");
  kept = true;
  await region.getByRole("button", { name: "Try again" }).click();
  const player = page.getByLabel("Recording of the call");
  await expect(player).toHaveJSProperty("duration", 12);
  await expect(region).toContainText("Customer interruptedonce; the agent kept talking for 600 ms");
  await expect(region.getByRole("img", { name: /4 turns, 1 interruption/ })).toBeVisible();

  const turns = page.getByRole("region", { name: "Transcript" }).getByRole("listitem");
  await turns.nth(2).getByRole("button", { name: "Play from 0:06" }).click();
  await expect(turns.nth(2)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("k");
  await expect(player).toHaveJSProperty("paused", true);
  await page.keyboard.press("j");
  await expect(turns.nth(3)).toHaveAttribute("aria-current", "true");
  await expect(turns.nth(3)).toContainText("interrupts");
  expect(await player.evaluate((audio) => (audio as HTMLAudioElement).currentTime)).toBeGreaterThanOrEqual(9.9);
});
