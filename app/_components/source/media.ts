// Images, recordings and files in a message, which its text names on lines of their own, such as `[image]`.

export type TextPart = { kind: "text"; text: string } | { kind: "media"; name: string; address: string };

/** The names that conventions give their parts, and media types. */
const names: Record<string, string> = {
  image: "Image",
  image_url: "Image",
  input_image: "Image",
  audio: "Audio",
  input_audio: "Audio",
  video: "Video",
  file: "File",
  input_file: "File",
  document: "Document",
  blob: "File",
  uri: "File",
  application: "File",
};

/**
 * A message's text in the order of its parts. `addresses` are those of the media; they are left out if they do not match
 * the names in the text, where somebody may have written one.
 */
export function partsOf(text: string, addresses: readonly string[] = []): TextPart[] {
  const parts: TextPart[] = [];
  for (const line of text.split("\n")) {
    const name = names[/^\[([a-z_]+)(?:\/[\w.+-]+)?\]$/.exec(line)?.[1] ?? ""];
    const last = parts.at(-1);
    if (name) parts.push({ kind: "media", name, address: "" });
    else if (last?.kind === "text") last.text += `\n${line}`;
    else parts.push({ kind: "text", text: line });
  }
  const media = parts.filter((part) => part.kind === "media");
  if (media.length === addresses.length)
    for (const [index, part] of media.entries()) part.address = addresses[index] ?? "";
  return parts;
}
