"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { joinOrganization } from "@/lib/client/account";
import { signOut } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { announceSwitch } from "@/lib/client/tabs/switched";
import { FormMessage } from "../../../_components/form-message";
import type { AcceptProps } from "./accept-props";

export function SignedInPerson({ token, invitation }: AcceptProps) {
  const { mutate, isPending, isSuccess, error } = useMutation(joinOrganization);
  const join = () =>
    mutate(
      { token },
      {
        onSuccess: ({ organization_id: id }) => {
          announceSwitch({ id, name: invitation.organization_name });
          location.assign(links.home());
        },
      },
    );
  return (
    <div className="grid gap-4">
      <FormMessage text={error?.message} />
      <Button look="primary" autoFocus busy={isPending || isSuccess} onClick={join}>
        Join {invitation.organization_name}
      </Button>
    </div>
  );
}

/** This browser is signed in as a different person. */
export function OtherPerson({ invitation, signedInAs }: AcceptProps & { signedInAs: string }) {
  const [failed, setFailed] = useState(false);
  const leave = async () => {
    if (await signOut()) location.reload();
    else setFailed(true);
  };
  return (
    <div className="grid gap-4">
      <p className="text-soft wrap-anywhere">
        You are signed in as {signedInAs}. To accept as {invitation.email}, sign out first.
      </p>
      <FormMessage text={failed ? "Could not sign you out, because the server cannot be reached. Try again." : null} />
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={leave}>
          Sign out and continue
        </Button>
        <LinkButton href={links.home()}>Stay signed in</LinkButton>
      </div>
    </div>
  );
}
