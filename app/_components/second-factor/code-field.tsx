"use client";
import { TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { MAX_CODE } from "@/lib/contracts/limits";

/** A code of an authenticator app, as phones and password managers fill it in. */
export const CodeField = <A,>({ form, hint }: { form: SaveForm<{ code: string }, A>; hint: string }) => (
  <TextField
    form={form}
    name="code"
    label="Code"
    hint={hint}
    required
    autoFocus
    autoComplete="one-time-code"
    inputMode="numeric"
    maxLength={MAX_CODE}
    className="font-mono tracking-widest"
  />
);
