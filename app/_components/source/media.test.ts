import { expect, test } from "vitest";
import { partsOf } from "./media";

const text = (one: string) => ({ kind: "text", text: one });
const media = (name: string, address = "") => ({ kind: "media", name, address });

test.each([
  ["text", "Look here.\nAnd there.", [text("Look here.\nAnd there.")]],
  ["an image", "Look here.\n[image_url]", [text("Look here."), media("Image")]],
  ["media between texts", "One\n[audio]\nTwo", [text("One"), media("Audio"), text("Two")]],
  ["only a file", "[file]", [media("File")]],
  ["a name that no convention has", "[toString]\n[x]", [text("[toString]\n[x]")]],
  ["brackets inside a line", "see [image] there", [text("see [image] there")]],
  ["a media type", "[image/png]", [media("Image")]],
  ["nothing", "", [text("")]],
])("splits %s into parts", (_, written, parts) => {
  expect(partsOf(written)).toEqual(parts);
});

test("media get their addresses, unless the text names more media than there are addresses", () => {
  const written = "Look\n[image]\n[file]";
  expect(partsOf(written, ["https://a.example/b.png", ""])).toEqual([
    text("Look"),
    media("Image", "https://a.example/b.png"),
    media("File"),
  ]);
  expect(partsOf(`[image]\n${written}`, ["https://a.example/b.png", ""])).toContainEqual(media("Image"));
});
