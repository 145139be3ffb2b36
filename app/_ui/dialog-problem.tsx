/** Why what a dialog asked for was refused, at its foot beside the buttons; nothing where there is nothing to say. */
export function DialogProblem({ text }: { text: string | null | undefined }) {
  return text ? (
    <p role="alert" className="mr-auto text-xs text-bad">
      {text}
    </p>
  ) : null;
}
