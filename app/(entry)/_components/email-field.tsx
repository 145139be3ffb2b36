import { TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";

/** The only field of a form that asks who somebody is. */
export const EmailField = <A,>({ form }: { form: SaveForm<{ email: string }, A> }) => (
  <TextField
    form={form}
    name="email"
    label="Email"
    type="email"
    autoComplete="username"
    required
    autoFocus
    maxLength={254}
  />
);
