/** Text exactly as it was written, line breaks and spaces included. */
export function PlainText({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap wrap-anywhere text-base">{text}</p>;
}
