/** Why a form was not saved, unless its fields show it. */
export const FormProblem = ({ form }: { form: { problem: string | null; isRefused: boolean } }) =>
  form.isRefused ? (
    <p role="alert" className="text-bad">
      {form.problem ?? "Not saved. Correct the fields marked above."}
    </p>
  ) : null;
