import OpenAI from "openai";
import { createGatewayKey } from "@/lib/contracts/gateway/keys";
import { getGatewaySpend } from "@/lib/contracts/gateway/money/spend";
import { expect, origin, test, unique } from "./fixtures";

test.setTimeout(90_000);
test("a call appears in the live log, is found by its text, opens, and counts in the spend", async ({
  ownersPage: page,
  api,
}) => {
  const name = unique("log");
  const word = name.replaceAll(/\W/g, "");
  const { id, key } = await api(createGatewayKey, { name });
  await page.goto(`/gateway/requests?key=${id}`);
  await expect(page.getByRole("heading", { name: "No matching requests" })).toBeVisible();

  const client = new OpenAI({ apiKey: key, baseURL: `${origin()}/v1`, maxRetries: 0 });
  const ask = (model: string, content: string) =>
    client.chat.completions.create({ model, messages: [{ role: "user", content }] });
  await ask("sandbox/echo", `Where is ${word}?`);
  await ask("sandbox/error-500", "Fail, please").catch(() => undefined);
  const table = page.getByRole("table", { name: "Requests" });
  await expect(table.getByRole("row")).toHaveCount(3);

  await page.keyboard.press("/");
  await page.keyboard.type(word);
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const detail = page.getByRole("region", { name: "Request", exact: true });
  await expect(detail).toContainText("provider error");
  await page.keyboard.press("j");
  await expect(detail).toContainText(`Sandbox echo: Where is ${word}?`);

  // What comes in while something is read waits until it is asked for.
  await ask("sandbox/echo", "Once more");
  await expect(page.getByRole("button", { name: "Show 1 new request" })).toBeVisible();
  await expect(table.getByRole("row")).toHaveCount(3);
  await page.keyboard.press("n");
  await expect(table.getByRole("row")).toHaveCount(4);
  await page.keyboard.press("Escape");
  await expect(detail).toBeHidden();
  await page.getByRole("button", { name: "Remove this filter" }).click();
  await expect(page).toHaveURL(/\/gateway\/requests$/);

  const spent = async () => (await api(getGatewaySpend, { key_id: id, by: "day" })).total;
  await expect.poll(async () => (await spent()).requests).toBe(2);
  await page.goto(`/gateway/spend?key=${id}`);
  const total = await spent();
  await expect(page.getByRole("definition").nth(1)).toHaveText(String(total.requests));
  await expect(page.getByRole("definition").nth(2)).toHaveText(String(total.input_tokens));
  await page.keyboard.press("t");
  const byModel = page.getByRole("table", { name: "Spend by model" });
  await expect(byModel.getByRole("row").nth(1)).toContainText("sandbox/echo");
});

test("a search that reached its limit says that requests may be missing", async ({ ownersPage: page }) => {
  // Only a log of many thousands ends a search, so the answer is changed on its way.
  await page.route(/\/-\/requests\?/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), is_cut: true } });
  });
  await page.goto("/gateway/requests");
  await expect(page.getByText("requests may be missing here")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("aWordThatNobodySaid");
  await expect(page.getByRole("heading", { name: "No matching requests" })).toBeVisible();
  await expect(page.getByText("Choose a shorter time, or add a filter.")).toBeVisible();
});
