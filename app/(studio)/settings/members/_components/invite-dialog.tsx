"use client";
import { ShownOnceDialog } from "@/app/_components/shown-once-dialog";
import { RadioField, TextField } from "@/app/_form/fields";
import { useSaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { grantableRoles } from "@/lib/accounts/rules/granting";
import { inviteMember } from "@/lib/client/account";
import { roleHints } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { InvitationLink, linkHint, linkTitle } from "./invitation-link";

interface Props {
  open: boolean;
  onClose: () => void;
  myRole: OrganizationRole;
}

interface NewInvitation {
  email: string;
  role: OrganizationRole;
}

const initial: NewInvitation = { email: "", role: "Member" };

/** Creates an invitation, then shows its link. */
export function InviteDialog({ open, onClose, myRole }: Props) {
  const form = useSaveForm({ initial, save: inviteMember });
  // The next person often gets the same role.
  const again = () => form.reset({ ...form.values, email: "" });
  const close = () => {
    onClose();
    again();
  };
  if (form.saved) {
    return (
      <ShownOnceDialog
        open={open}
        onClose={close}
        done="Done"
        others={<Button onClick={again}>Invite another</Button>}
        size="small"
        title={linkTitle(form.saved)}
        description={linkHint}
      >
        <InvitationLink token={form.saved.token} />
      </ShownOnceDialog>
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      size="small"
      title="Invite a member"
      description="You get a link for the person. If this server sends mail, it is mailed to them too."
      action="Create link"
      form={form}
    >
      <TextField form={form} name="email" label="Email" type="email" required maxLength={254} />
      <RadioField
        form={form}
        name="role"
        label="Role"
        options={grantableRoles(myRole).map((value) => ({ value, label: value, hint: roleHints[value] }))}
      />
    </FormDialog>
  );
}
