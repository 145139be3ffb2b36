/** Why a dialog's request was refused, beside its buttons. Shows nothing if there is no error. */
export function DialogProblem({ text }: { text: string | null | undefined }) {
  return text ? (
    <p role="alert" className="mr-auto text-xs text-bad">
      {text}
    </p>
  ) : null;
}
