import { links } from "@/lib/client/links";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { expect, newMember, test, unique, visit } from "./fixtures";

test("Escape in the labels and the members box closes the list and keeps what I have chosen", async ({
  ownersPage: page,
  api,
}) => {
  const label = unique("Helpful");
  await api(createLabel, { name: label, type: "thumbs_up_down" });
  const { name } = await newMember(unique("Ana Ruiz"));
  await visit(page, links.newQueue());
  const dialog = page.getByRole("dialog", { name: "Create a queue" });
  for (const [box, chosen] of [
    ["Labels", label],
    ["Members", name],
  ] as const) {
    const input = dialog.getByRole("combobox", { name: box });
    await input.fill(chosen);
    await page.getByRole("option", { name: chosen }).click();
    for (const _ of [1, 2, 3]) await input.press("Escape");
    await expect(dialog.getByRole("button", { name: `Remove ${chosen}` })).toBeVisible();
  }
  await expect(dialog).toBeVisible();
});
