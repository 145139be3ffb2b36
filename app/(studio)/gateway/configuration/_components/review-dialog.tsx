"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Dialog } from "@/app/_ui/dialog";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { ErrorState } from "@/app/_ui/error-state";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
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

/** What the draft changes against what is in force, or what keeps it from being saved; then it becomes a version. */
export function ReviewDialog({ organizationId, open, onOpenChange, onGoTo }: Props) {
  const draft = useConfigDraft();
  const [why, setWhy] = useState("");
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
        ...(why.trim() ? { change_description: why } : {}),
      },
      {
        onSuccess: () => {
          setWhy("");
          close();
          draft.forget();
        },
        // Somebody was faster: what they have saved is fetched, and the dialog tells of it.
        onError: (failure) => isStatus(failure, 409) && draft.current.refetch(),
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && close()}
      title={problems.length > 0 && !draft.isOutdated ? "This cannot be saved yet" : "Save these changes?"}
      description={
        isReady
          ? "They are in force with the next request. The version before stays, and can be gone back to."
          : undefined
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
            <Field label="Why" optional hint="For those who read the versions.">
              <Input maxLength={1000} value={why} onChange={(event) => setWhy(event.target.value)} />
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
        {now} has come into force since you began. Your changes are kept.
      </Status>
      <p className="text-soft">
        They can be put onto it: what it changed stays, and where both changed the same, yours counts. You see the whole
        before it is saved.
      </p>
      <Button onClick={rebase}>Put my changes onto it</Button>
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
            Go to it
          </Button>
        </li>
      ))}
    </ul>
  );
}
