import { links } from "@/lib/client/links";
import { head, sendRaw } from "@/lib/server/testing/raw-request";
import { expect, origin, test, visit } from "./fixtures";

test("the browser blocks scripts, styles, images and frames that were injected into a page", async ({
  ownersPage: page,
}) => {
  await visit(page, links.queues());
  const stopped = await page.evaluate(async () => {
    const found: string[] = [];
    document.addEventListener("securitypolicyviolation", (event) => found.push(event.effectiveDirective));
    document.body.insertAdjacentHTML(
      "beforeend",
      `<img src="https://elsewhere.invalid/?who=reads" alt=""><img src="none" onerror="document.title='run'" alt="">
      <iframe src="https://elsewhere.invalid/" title="frame"></iframe>`,
    );
    const style = document.createElement("style");
    style.textContent = "body { display: none }";
    document.body.append(style);
    // As text, because that is what is stopped.
    setTimeout("document.title = 'run'");
    await new Promise((resolve) => setTimeout(resolve, 500));
    return found;
  });
  const directives = ["frame-src", "img-src", "script-src", "script-src-attr", "style-src-elem"];
  expect([...new Set(stopped)].sort()).toEqual(directives);
  await expect(page).not.toHaveTitle("run");
});

test("menus and dialogs of a page comply with its content policy", async ({ ownersPage: page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await visit(page, links.queues());
  await page.getByRole("combobox").first().click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("clients that offer HTTP/2 on every connection, like curl and Java, get answers from screens and API", async ({
  page,
}) => {
  await visit(page, links.signIn());
  const offer = { Upgrade: "h2c", Connection: "Upgrade, HTTP2-Settings", "HTTP2-Settings": "AAMAAABkAAQAAP__" };
  for (const path of ["/health/", links.signIn()]) {
    expect((await sendRaw(origin(), head(`GET ${path}`, offer))).status).toBe(200);
  }
});
