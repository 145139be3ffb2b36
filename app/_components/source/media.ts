// Images, recordings and files in a message, which its text names on lines of their own, such as `[image]`.

export type TextPart = { kind: "text"; text: string } | { kind: "media"; name: string };

/** The names that conventions give their parts. */
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
};

/** A message's text in the order of its parts. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const line of text.split("\n")) {
    const name = names[/^\[([a-z_]+)\]$/.exec(line)?.[1] ?? ""];
    const last = parts.at(-1);
    if (name) parts.push({ kind: "media", name });
    else if (last?.kind === "text") last.text += `\n${line}`;
    else parts.push({ kind: "text", text: line });
  }
  return parts;
}
