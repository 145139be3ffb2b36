import { CallError } from "@/lib/client/call-error";

/** Why a form was not saved: in a sentence, unless its fields say it. `fields` are the beginnings of what these say. */
export function FormProblem({ error, fields }: { error: unknown; fields: RegExp }) {
  if (!(error instanceof Error)) return null;
  const isShown = error instanceof CallError && Object.keys(error.fields).some((field) => fields.test(field));
  return (
    <p role="alert" className="text-bad">
      {isShown ? "Nothing was saved: see what is marked above." : error.message}
    </p>
  );
}
