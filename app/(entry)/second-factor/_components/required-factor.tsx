"use client";
import { useState } from "react";
import { useEnrollment } from "@/app/_components/second-factor/enrollment";
import { RecoveryCodes } from "@/app/_components/second-factor/recovery-codes";
import { Button } from "@/app/_ui/button/button";
import { signOut } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { EntryForm } from "../../_components/entry-form";

export function RequiredFactor({ hasFactor }: { hasFactor: boolean }) {
  const { form, action, fields, recoveryCodes } = useEnrollment();
  if (recoveryCodes)
    return (
      <>
        <RecoveryCodes codes={recoveryCodes} />
        {/* A full page load: what was fetched before was refused. */}
        <Button look="primary" onClick={() => location.assign(links.home())}>
          I have kept them
        </Button>
      </>
    );
  return (
    <>
      {hasFactor ? null : (
        <EntryForm form={{ ...form, saved: null }} action={action}>
          {fields}
        </EntryForm>
      )}
      <SignOut isMain={hasFactor} />
    </>
  );
}

function SignOut({ isMain }: { isMain: boolean }) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    location.assign(links.signIn());
  };
  return (
    <Button look={isMain ? "primary" : "ghost"} busy={busy} onClick={leave}>
      Sign out
    </Button>
  );
}
