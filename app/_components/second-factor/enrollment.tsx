"use client";
import { PasswordInput } from "@/app/_form/password-input";
import { type SaveForm, useSaveForm } from "@/app/_form/use-save-form";
import { confirmSecondFactor, startSecondFactor } from "@/lib/client/account";
import { CodeField } from "./code-field";
import { SecretView } from "./secret-view";

/** Two steps: the password, then the first code of the app. */
interface Enrollment {
  form: Pick<SaveForm<never>, "submit" | "busy" | "problem">;
  /** The verb of the step's button. */
  action: string;
  fields: React.ReactNode;
  /** Shown once, when all is done. */
  recoveryCodes: readonly string[] | null;
  reset: () => void;
}

export function useEnrollment(): Enrollment {
  const start = useSaveForm({ initial: { password: "" }, save: startSecondFactor });
  const confirm = useSaveForm({ initial: { code: "" }, save: confirmSecondFactor });
  const made = start.saved;
  return {
    form: made ? confirm : start,
    action: made ? "Turn on" : "Continue",
    fields: made ? (
      <>
        <SecretView secret={made.secret} qrCode={made.qr_code} />
        <CodeField form={confirm} hint="The six digits that the app shows now." />
      </>
    ) : (
      <PasswordInput form={start} name="password" label="Your password" />
    ),
    recoveryCodes: confirm.saved?.recovery_codes ?? null,
    reset: () => {
      start.reset();
      confirm.reset();
    },
  };
}
