import { CopiedCode } from "../copied-text";

/** Codes for a person without the app, shown once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <p className="text-soft">
      Each of these codes signs you in once without the app. Keep them where you keep passwords: they are shown only
      now.
    </p>
    <CopiedCode name="Recovery codes" text={codes.join("\n")} label="Copy the codes" />
  </div>
);
