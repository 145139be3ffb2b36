"use client";
import { useEnrollment } from "@/app/_components/second-factor/enrollment";
import { RecoveryCodes } from "@/app/_components/second-factor/recovery-codes";
import { Button } from "@/app/_ui/button/button";
import { links } from "@/lib/client/links";
import { EntryForm } from "../../_components/entry-form";
import { SignOut } from "../../_components/sign-out";

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
