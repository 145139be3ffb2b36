"use client";
import type { ReactNode } from "react";
import { useEnrollment } from "@/app/_components/second-factor/enrollment";
import { RecoveryCodes } from "@/app/_components/second-factor/recovery-codes";
import { Button } from "@/app/_ui/button/button";
import { links } from "@/lib/client/links";
import { EntryForm } from "../../_components/entry-form";
import { SignOut } from "../../_components/sign-out";

interface Props {
  hasFactor: boolean;
  /** What else the person may do. */
  children: ReactNode;
}

export function RequiredFactor({ hasFactor, children }: Props) {
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
      {children}
    </>
  );
}
