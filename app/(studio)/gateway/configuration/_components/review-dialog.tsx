"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
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

const FORM = "save-configuration";

/** Shows the draft's changes or problems, and saves the draft as a new version. */
export function ReviewDialog({ organizationId, open, onOpenChange, onGoTo }: Props) {
  const draft = useConfigDraft();
  const [description, setDescription] = useState("");
  const { mutate, error, isPending, reset } = useMutation(saveGatewayConfig);
  const { preview, problems } = draft;
  const isReady = draft.isSettled && preview.data !== undefined && problems.length === 0 && !draft.isOutdated;
  const close = () => {
    onOpenChange(false);
    reset();
  };
  const save = () =>
    mutate(
      {
        org_id: organizationId,
        config: draft.config,
        base_version: draft.baseVersion,
        ...(description.trim() ? { change_description: description } : {}),
      },
      {
        onSuccess: () => {
          setDescription("");
          close();
          draft.forget();
        },
        // Another user saved first: fetch their version, and the dialog shows the conflict.
        onError: (failure) => isStatus(failure, 409) && draft.current.refetch(),
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && close()}
      title={problems.length > 0 && !draft.isOutdated ? "This cannot be saved yet" : "Save these changes?"}
      description={
        isReady ? "They take effect with the next request. You can go back to the previous version." : undefined
      }
      size="large"
      footer={
        <>
          {error && !draft.isOutdated ? <DialogProblem text={error.message} /> : null}
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" form={FORM} busy={isPending} disabled={!isReady}>
            Save as a new version
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady && !isPending) save();
        }}
      >
        {draft.isOutdated ? (
          <Outdated />
        ) : preview.isError ? (
          <ErrorState
            title="The changes could not be checked"
            error={preview.error}
            onRetry={() => preview.refetch()}
          />
        ) : !draft.isSettled ? (
          <TableSkeleton columns={2} rows={3} />
        ) : problems.length > 0 ? (
          <Problems onGoTo={onGoTo} />
        ) : (
          <>
            <Field label="Change description" optional hint="Shown in the list of versions.">
              <Input maxLength={1000} value={description} onChange={(event) => setDescription(event.target.value)} />
            </Field>
            <ChangeList changes={preview.data?.changes ?? []} />
          </>
        )}
      </form>
    </Dialog>
  );
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
