import { CallError } from "@/lib/client/call-error";

/** Why a form was not saved, unless its fields show it. `fields` are the prefixes of the fields' errors. */
export function FormProblem({ error, fields }: { error: unknown; fields: RegExp }) {
  if (!(error instanceof Error)) return null;
  const isShown = error instanceof CallError && Object.keys(error.fields).some((field) => fields.test(field));
  return (
    <p role="alert" className="text-bad">
      {isShown ? "Not saved. Correct the fields marked above." : error.message}
    </p>
  );
}
