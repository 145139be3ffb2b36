// Images, recordings, PDF files and code in a source and in instructions, at the desk.
import { createServer } from "node:http";
import { PNG } from "pngjs";
import { links } from "@/lib/client/links";
import { addItems } from "@/lib/contracts/annotation/items";
import { createLabel } from "@/lib/contracts/annotation/labels";
import { setMediaHosts } from "@/lib/contracts/annotation/media";
import { updateQueueStatus } from "@/lib/contracts/annotation/queues/lifecycle";
import { createQueue, updateQueue } from "@/lib/contracts/annotation/queues/queues";
import { createDatasetFromFile } from "@/lib/contracts/datasets/datasets";
import { listRowIds } from "@/lib/contracts/datasets/table";
import { expectNoFlaws } from "./axe";
import { type Api, expect, test, unique, visit } from "./fixtures";

/** A picture of one color. */
function picture(): Buffer {
  const png = new PNG({ width: 320, height: 200 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([40, 120, 160, 255], at);
  return PNG.sync.write(png);
}

/** Two seconds of a tone that grows louder, as 8-bit samples. */
function tone(): Buffer {
  const rate = 8000;
  const samples = Buffer.from(
    Array.from({ length: 2 * rate }, (_, at) => 128 + Math.round((120 * at * Math.sin(at / 5)) / (2 * rate))),
  );
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const inline = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString("base64")}`;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function queueWith(api: Api, row: Record<string, string>): Promise<string> {
  const csv = [Object.keys(row), Object.values(row)].map((cells) => cells.map(quoted).join(",")).join("\n");
  const file = new File([csv], "files.csv");
  const { dataset_id } = await api(createDatasetFromFile, { file, new_dataset_name: unique("Files") });
  const label = await api(createLabel, { type: "thumbs_up_down", name: unique("Good"), settings: {} });
  const { id } = await api(createQueue, { name: unique("Files"), label_ids: [label.id], auto_assign: true });
  const { results } = await api(listRowIds, { dataset_id, limit: 10 });
  const items = results.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
  await api(addItems, { queue_id: id, items });
  await api(updateQueueStatus, { queue_id: id, status: "active" });
  return id;
}

test("damaged files say so, and open alone", async ({ api, ownersPage: page }) => {
  const queue = await queueWith(api, {
    photo: inline("image/png", Buffer.from("PNG, but not an image")),
    recording: inline("audio/wav", Buffer.from("RIFF, but not a recording")),
    answer: "Done.",
  });
  await visit(page, links.desk(queue));
  const source = page.getByRole("region", { name: "Source" });
  await expect(source.getByText("This image is damaged.")).toBeVisible();
  await expect(source.getByText("This recording is damaged, or this browser cannot play it.")).toBeVisible();
  await expect(source.getByRole("link", { name: "Open recording in a new tab" })).toHaveAttribute("href", /^blob:/);
});

test("instructions show their pictures, and a file of another type is named", async ({ api, ownersPage: page }) => {
  const queue = await queueWith(api, {
    drawing: inline("image/svg+xml", Buffer.from("<svg/>")),
    film: inline("video/mp4", Buffer.from("not a film")),
    answer: "Done.",
  });
  const [own, elsewhere] = [inline("image/png", picture()), "https://pictures.invalid/cat.png"];
  await api(updateQueue, { queue_id: queue, instructions: `Like ![good](${own}), unlike ![bad](${elsewhere}).` });
  await visit(page, links.desk(queue));
  const source = page.getByRole("region", { name: "Source" });
  await expect(source.getByText("A file of type image/svg+xml, 6 bytes, cannot be shown here.")).toBeVisible();
  await expect(source.getByText("This video is damaged, or this browser cannot play it.")).toBeVisible();
  const instructions = page.getByRole("region", { name: "Instructions" });
  await page.keyboard.press("i");
  await expect(instructions.getByRole("img", { name: "good" })).toBeVisible();
  const width = () => instructions.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBe(320);
  await expect(instructions.getByRole("link", { name: "bad" })).toHaveAttribute("href", elsewhere);
  await expect(instructions).toContainText("not shown: pictures.invalid is not one of the organization's media hosts");
  await expectNoFlaws(page);
});

test("I see the picture, hear the recording with its transcript in step, and read highlighted code", async ({
  api,
  ownersPage: page,
}) => {
  const segments = [
    { start: 0, end: 1, text: "Hello, how can I help?", speaker: "agent" },
    { start: 1, end: 2, text: "My order is late.", speaker: "customer" },
  ];
  const queue = await queueWith(api, {
    photo: inline("image/png", picture()),
    recording: inline("audio/wav", tone()),
    transcript: JSON.stringify(segments),
    report: inline("application/pdf", Buffer.from("%PDF-1.4\n%%EOF")),
    answer: "Run this:\n\n```python\nfor row in rows:\n    print(row)  # all\n```",
  });
  await visit(page, links.desk(queue));
  const source = page.getByRole("region", { name: "Source" });

  const frame = source.getByRole("group", { name: /^photo: plus, minus/ });
  await expect(frame.getByRole("img", { name: "photo" })).toBeVisible();
  await frame.focus();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press("+");
  await expect(source.getByText("274 % of its size")).toBeVisible();
  const transform = () => frame.getByRole("img").evaluate((image) => image.style.transform);
  await page.keyboard.press("ArrowRight");
  await expect.poll(transform).toContain("translate(-60px, 0px)");
  // The arrow moved the picture, not to the next item.
  await expect(frame).toBeFocused();
  await source.getByRole("button", { name: "Fit photo" }).click();
  await expect(source.getByText("100 % of its size")).toBeVisible();

  const recording = source.getByRole("region", { name: "recording" });
  await expect(source.getByText("transcript", { exact: true })).toHaveCount(0);
  await expect(recording.locator("svg[preserveAspectRatio] rect")).toHaveCount(240);
  const heights = await recording
    .locator("svg[preserveAspectRatio] rect")
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
  expect(heights.at(-1) ?? 0).toBeGreaterThan((heights[0] ?? 0) + 10);
  await recording.getByRole("button", { name: /My order is late/ }).click();
  await expect(recording.getByRole("button", { name: /My order is late/ })).toHaveAttribute("aria-current", "true");
  await expect.poll(() => recording.locator("audio").evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBe(1);
  await recording.getByRole("combobox", { name: "Speed of recording" }).click();
  await page.getByRole("option", { name: "1.5 ×" }).click();
  const rate = () => recording.locator("audio").evaluate((audio: HTMLAudioElement) => audio.playbackRate);
  await expect.poll(rate).toBe(1.5);

  await expect(source.getByRole("link", { name: "Open report in a new tab" })).toHaveAttribute("href", /^blob:/);
  await expect(source.locator(".hljs-keyword").first()).toHaveText("for");
  await expectNoFlaws(page);
});

test("external files load only from hosts that the organization allows", async ({ api, ownersPage: page }) => {
  const port = Number(process.env.ASSAY_E2E_FILES_PORT);
  test.skip(!port, "The server under test allows no address for files.");
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.writeHead(200, { "content-type": "image/png" }).end(picture());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    await api(setMediaHosts, { hosts: [] });
    const queue = await queueWith(api, { photo: `http://127.0.0.1:${port}/cat.png` });
    await visit(page, links.desk(queue));
    await expect(page.getByText("photo was not loaded")).toBeVisible();
    await expect(page.getByText(/is not one of the organization's media hosts/)).toBeVisible();
    expect(seen).toEqual([]);

    await visit(page, "/settings/organization");
    await page.getByRole("textbox", { name: "Hosts" }).fill("not a host!");
    await page.getByRole("button", { name: "Save hosts" }).click();
    await expect(page.getByText(/Must be a host such as cdn.example.com/)).toBeVisible();
    await page.getByRole("textbox", { name: "Hosts" }).fill("127.0.0.1");
    await page.getByRole("button", { name: "Save hosts" }).click();
    await expect(page.getByText("Media hosts saved")).toBeVisible();
    await expectNoFlaws(page);

    await api(updateQueue, { queue_id: queue, instructions: `![a dog](http://127.0.0.1:${port}/dog.png)` });
    await visit(page, links.desk(queue));
    await expect(page.getByRole("img", { name: "photo" })).toBeVisible();
    const instructions = page.getByRole("region", { name: "Instructions" });
    await expect(instructions.getByRole("img", { name: "a dog" })).toBeVisible();
    expect(seen.toSorted()).toEqual(["/cat.png", "/dog.png"]);
  } finally {
    await api(setMediaHosts, { hosts: [] });
    await new Promise((resolve) => server.close(resolve));
  }
});
