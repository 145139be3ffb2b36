// An accountant's way through the gateway: payments of a key, a pause, and the figures as files.
import { readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { createGatewayKey } from "@/lib/contracts/gateway/keys";
import { adminToken, expect, origin, test, unique, visit } from "./fixtures";
import { chatThrough } from "./gateway";

const asOperator = async (path: string, body: object): Promise<void> => {
  const headers = { authorization: `Bearer ${adminToken()}`, "content-type": "application/json" };
  const response = await fetch(`${origin()}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  expect(response.status, await response.text()).toBe(200);
};

async function csvOf(page: Page): Promise<string[]> {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download CSV" }).click();
  const file = await readFile(await (await started).path(), "utf8");
  return file.trimEnd().split("\r\n");
}

test("I read a key's payments, pause it and resume it, and download its calls and spend", async ({
  ownersPage: page,
  api,
}) => {
  const name = unique("Customer");
  const { id, key } = await api(createGatewayKey, { name, key_type: "managed" });
  await visit(page, `/gateway/keys/${id}`);
  const payments = page.getByRole("region", { name: "Payments" });
  await expect(payments).toContainText("No payments yet");
  await asOperator(`/-/keys/${id}/credits`, { amount: 1000, note: "Invoice 7" });
  await asOperator(`/-/keys/${id}/credits/corrections`, { amount: 990, note: "A typo" });
  await page.reload();
  await expect(payments.getByRole("row").nth(1)).toContainText(/Correction.*A typo.*−\$990\.00/);
  await expect(payments.getByRole("row").nth(2)).toContainText(/Payment.*Invoice 7.*\$1,000\.00/);
  await expect(payments).toContainText("$10.00 left");

  expect((await chatThrough(key)).status).toBe(200);
  await page.getByRole("button", { name: "Pause…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Pause key" }).click();
  await expect(page.getByRole("button", { name: "Resume" })).toBeVisible();
  expect(await (await chatThrough(key)).json()).toMatchObject({ error: { code: "key_paused" } });
  await visit(page, `/gateway?search=${encodeURIComponent(name)}&status=paused`);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText("Paused");
  await visit(page, `/gateway/keys/${id}`);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByRole("button", { name: "Pause…" })).toBeVisible();
  expect((await chatThrough(key)).status).toBe(200);

  await visit(page, `/gateway/requests?key=${id}`);
  await expect(page.getByRole("table", { name: "Requests" }).getByRole("row")).toHaveCount(3);
  const requests = await csvOf(page);
  expect(requests).toHaveLength(3);
  expect(requests[1]).toContain(`,chat,200,,sandbox/echo,sandbox,echo,${id},${name},`);
  await visit(page, `/gateway/spend?key=${id}`);
  await expect(page.getByRole("definition").nth(1)).toHaveText("2");
  const [, spent] = await csvOf(page);
  expect(spent).toContain(`,${id},${name},,sandbox,echo,2,0,`);
});
