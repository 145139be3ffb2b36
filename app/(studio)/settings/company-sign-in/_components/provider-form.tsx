"use client";
import { RadioField, SwitchField, TextField } from "@/app/_form/fields";
import { type SaveForm, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { setCompanySignIn } from "@/lib/client/account";
import { roleHints } from "@/lib/client/roles";
import type { CompanyProvider } from "@/lib/contracts/accounts/company-sign-in";
import { companyRoles } from "@/lib/contracts/names";
import { SettingsForm } from "../../_components/settings-form";

type Values = Pick<CompanyProvider, "issuer" | "client_id" | "role" | "trusts_emails" | "is_required"> & {
  client_secret: string;
};

const blank: Values = {
  ...{ issuer: "", client_id: "", client_secret: "", role: "Member", trusts_emails: false, is_required: false },
};

const valuesOf = ({ issuer, client_id, role, trusts_emails, is_required }: CompanyProvider): Values => ({
  ...{ issuer, client_id, client_secret: "", role, trusts_emails, is_required },
});

/** The secret stays where none was entered. */
const inputOf = ({ client_secret, issuer, client_id, ...rest }: Values) => ({
  ...rest,
  issuer: issuer.trim(),
  client_id: client_id.trim(),
  ...(client_secret ? { client_secret } : {}),
});

export function ProviderForm({ provider }: { provider: CompanyProvider | null }) {
  const form = useSaveForm({
    initial: provider ? valuesOf(provider) : blank,
    save: withInput(setCompanySignIn, inputOf),
  });
  const mayRequire = provider !== null && (provider.last_sign_in_at !== null || provider.is_required);
  return (
    <SettingsForm title="Provider" action="Save provider" form={form} idle={!form.isChanged}>
      <Client form={form} isSet={provider !== null} />
      <Rules form={form} mayRequire={mayRequire} />
    </SettingsForm>
  );
}

function Client({ form, isSet }: { form: SaveForm<Values>; isSet: boolean }) {
  return (
    <>
      <TextField
        form={form}
        name="issuer"
        label="Issuer"
        hint="Exactly as the provider writes it."
        type="url"
        required
        maxLength={500}
        placeholder="https://login.example.com"
      />
      <TextField form={form} name="client_id" label="Client ID" required maxLength={500} autoComplete="off" />
      <TextField
        form={form}
        name="client_secret"
        label="Client secret"
        hint={isSet ? "Leave it empty to keep the one that is set." : "The provider issues it with the client ID."}
        type="password"
        autoComplete="new-password"
        maxLength={2000}
      />
    </>
  );
}

function Rules({ form, mayRequire }: { form: SaveForm<Values>; mayRequire: boolean }) {
  return (
    <>
      <RadioField
        form={form}
        name="role"
        label="Role of people who join"
        options={companyRoles.map((value) => ({ value, label: value, hint: roleHints[value] }))}
      />
      <SwitchField
        form={form}
        name="trusts_emails"
        label="Accept emails without email_verified"
        hint="Only for providers that never send it, such as Entra ID, and where people cannot change their email themselves."
      />
      <SwitchField
        form={form}
        name="is_required"
        label="People at these domains must sign in this way"
        hint={
          mayRequire
            ? "Their other sessions are refused from the next request on. Owners can still use their password. API keys keep working."
            : "Once somebody has signed in with these settings."
        }
        disabled={!mayRequire}
      />
    </>
  );
}
