"use client";
import type { ReactNode } from "react";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { isStatus } from "@/lib/client/call-error";
import { saveGatewayConfig } from "@/lib/client/gateway";
import { ChangeList } from "../../../_components/change-list";
import { useConfigDraft } from "./use-draft";

interface Props {
  organizationId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onGoTo: (field: string) => void;
}

/** Shows the draft's changes or problems, and saves the draft as a new version. */
export function ReviewDialog({ organizationId, open, onOpenChange, onGoTo }: Props) {
  const draft = useConfigDraft();
  const { preview, problems, isOutdated, isReady } = draft;
  const save = withInput(saveGatewayConfig, ({ description }: { description: string }) => ({
    org_id: organizationId,
    config: draft.config,
    base_version: draft.baseVersion,
    ...(description.trim() ? { change_description: description } : {}),
  }));
  const form = useSaveForm({
    initial: { description: "" },
    save,
    // Another user saved first: fetch their version, and the dialog shows the conflict.
    onRefused: (error) => isStatus(error, 409) && draft.current.refetch(),
    onSaved: () => {
      close();
      draft.forget();
    },
  });
  const close = () => {
    onOpenChange(false);
    form.reset();
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={problems.length > 0 && !isOutdated ? "This cannot be saved yet" : "Save these changes?"}
      description={
        isReady ? "They take effect with the next request. You can go back to the previous version." : undefined
      }
      size="large"
      action="Save as a new version"
      form={isOutdated ? { ...form, problem: null } : form}
      disabled={!isReady}
    >
      <Review onGoTo={onGoTo}>
        <TextField
          form={form}
          name="description"
          at="change_description"
          label="Change description"
          optional
          hint="Shown in the list of versions."
          maxLength={1000}
        />
        <ChangeList changes={preview.data?.changes ?? []} />
      </Review>
    </FormDialog>
  );
}

/** What prevents saving; its children if nothing does. */
function Review({ onGoTo, children }: Pick<Props, "onGoTo"> & { children: ReactNode }) {
  const { isOutdated, preview, isSettled, problems } = useConfigDraft();
  if (isOutdated) return <Outdated />;
  if (preview.isError) {
    return (
      <ErrorState title="The changes could not be checked" error={preview.error} onRetry={() => preview.refetch()} />
    );
  }
  if (!isSettled) return <TableSkeleton columns={2} rows={3} />;
  return problems.length > 0 ? <Problems onGoTo={onGoTo} /> : children;
}

function Outdated() {
  const { active, rebase } = useConfigDraft();
  const now = active?.version ? `Version ${active.version}` : "Another version";
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <Status tone="warn" shape="alert" className="whitespace-normal!">
        {now} was activated since you started. Your changes are kept.
      </Status>
      <p className="text-soft">
        You can apply your changes to it. In a conflict, your change wins. You can review the result before you save it.
      </p>
      <Button onClick={rebase}>Apply my changes to it</Button>
    </div>
  );
}

function Problems({ onGoTo }: { onGoTo: (field: string) => void }) {
  const { problems } = useConfigDraft();
  return (
    <ul className="grid gap-3">
      {problems.map(({ field, message }) => (
        <li key={`${field} ${message}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <div className="min-w-0 flex-1">
            <code className="font-mono text-xs wrap-anywhere">{field}</code>
            <p className="text-bad wrap-anywhere">{message}</p>
          </div>
          <Button size="small" aria-label={`Go to ${field}`} onClick={() => onGoTo(field)}>
            Go to field
          </Button>
        </li>
      ))}
    </ul>
  );
}
