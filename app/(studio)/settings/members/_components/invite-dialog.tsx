"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { RadioGroup } from "@/app/_ui/control/radio-group";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { grantableRoles } from "@/lib/accounts/rules/granting";
import { inviteMember } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { roleHints } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { InvitationLink, linkHint, linkTitle } from "./invitation-link";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  myRole: OrganizationRole;
}

const FORM = "invite";

/** Creates an invitation, then shows its link. No email is sent. */
export function InviteDialog({ open, onOpenChange, myRole }: Props) {
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<OrganizationRole>("Member");
  const { mutate, data, isPending, error, reset } = useMutation(inviteMember);
  const again = () => {
    setEmail("");
    reset();
  };
  const close = () => {
    onOpenChange(false);
    again();
  };
  const problem = formError(error, ["email", "role"]);
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && close()}
      size="small"
      title={data ? linkTitle(data.invitation.email) : "Invite a member"}
      description={data ? linkHint : "You get a link to send to the person. No email is sent."}
      footer={
        data ? (
          <>
            <Button onClick={again}>Invite another</Button>
            <Button look="primary" onClick={close}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button look="primary" type="submit" form={FORM} busy={isPending}>
              Create link
            </Button>
          </>
        )
      }
    >
      {data ? (
        <InvitationLink token={data.token} />
      ) : (
        <form
          id={FORM}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            mutate({ email, role });
          }}
        >
          <Field label="Email" error={fieldError(error, "email")}>
            <Input
              type="email"
              required
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Field label="Role" error={fieldError(error, "role")}>
            <RadioGroup
              label="Role"
              value={role}
              onChange={setRole}
              options={grantableRoles(myRole).map((value) => ({ value, label: value, hint: roleHints[value] }))}
            />
          </Field>
          {problem ? (
            <p role="alert" className="text-xs text-bad">
              {problem}
            </p>
          ) : null}
        </form>
      )}
    </Dialog>
  );
}
