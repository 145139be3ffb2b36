"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { CopiedCode } from "@/app/_components/copied-text";
import { useMayWrite } from "@/app/_components/use-role";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { Section } from "@/app/_ui/page/section";
import { createFeedbackKey, feedbackKeysQuery, revokeFeedbackKey } from "@/lib/client/projects";
import type { FeedbackKey } from "@/lib/contracts/annotation/feedback";
import { WholeList } from "./whole-list";

const columns: readonly Column<FeedbackKey>[] = [
  {
    key: "key",
    header: "Key",
    width: "max-sm:w-full",
    cell: ({ name, key }) => (
      <span className="grid max-w-80 py-1">
        <span className="truncate font-medium">{name}</span>
        <span className="flex items-center gap-1">
          <code className="truncate font-mono text-xs text-faint">{key}</code>
          <CopyButton text={key} />
        </span>
      </span>
    ),
  },
  timeColumn("Created", ({ created_at }) => created_at, { wide: true }),
];

/** Publishable keys, with which users of the project's application send feedback. */
export function FeedbackKeys({ projectId }: { projectId: string }) {
  const found = useQuery(feedbackKeysQuery(projectId));
  const may = useMayWrite();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<FeedbackKey | null>(null);
  const open = () => setCreating(true);
  useShortcuts("Feedback", may ? [{ keys: "f", description: "Create a feedback key", run: open }] : []);
  const create = may ? (
    <Button keys="f" onClick={open}>
      Create feedback key
    </Button>
  ) : null;
  return (
    <Section title="Feedback">
      <p className="mb-3 text-soft">
        Your application’s users send feedback with a key, and it becomes scores. A key can do nothing else, so a page’s
        source may contain it.
      </p>
      <WholeList
        found={found}
        noun="feedback keys"
        empty={
          <EmptyState title="No feedback keys" action={create}>
            {may ? "With a key your pages can send thumbs, numbers and texts." : "Members can create keys."}
          </EmptyState>
        }
      >
        {(keys) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <Table
              caption="Feedback keys"
              columns={may ? [...columns, actionsOf(setRevoking)] : columns}
              rows={keys}
              rowKey={({ id }) => id}
            />
            <div>{create}</div>
            <CopiedCode name="Example" label="Copy the example" text={exampleOf(keys[0]?.key ?? "")} />
          </div>
        )}
      </WholeList>
      {creating ? <CreateKey projectId={projectId} onClose={() => setCreating(false)} /> : null}
      {revoking ? <RevokeKey projectId={projectId} feedbackKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </Section>
  );
}

const actionsOf = (revoke: (key: FeedbackKey) => void): Column<FeedbackKey> =>
  actionsColumn({ width: "w-24" }, (key) => (
    <Button look="ghost" aria-label={`Revoke ${key.name}`} onClick={() => revoke(key)}>
      Revoke…
    </Button>
  ));

const exampleOf = (key: string): string =>
  `<script src="${location.origin}/feedback.js" data-key="${key}"></script>
<button onclick="assayFeedback({ trace_id: traceId, thumbs: 'up' })">Helpful</button>`;

function CreateKey({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const form = useSaveForm({
    initial: { name: "" },
    save: withInput(createFeedbackKey, ({ name }: { name: string }) => ({ project_id: projectId, name })),
    onSaved: onClose,
  });
  return (
    <FormDialog onClose={onClose} title="Create a feedback key" size="small" action="Create key" form={form}>
      <TextField form={form} name="name" label="Name" hint="The page or app that uses it." required maxLength={255} />
    </FormDialog>
  );
}

interface RevokeProps {
  projectId: string;
  feedbackKey: FeedbackKey;
  onClose: () => void;
}

const RevokeKey = ({ projectId, feedbackKey, onClose }: RevokeProps) => (
  <ConfirmChange
    onClose={onClose}
    title={`Revoke ${feedbackKey.name}?`}
    action="Revoke key"
    change={revokeFeedbackKey}
    input={{ project_id: projectId, feedback_key_id: feedbackKey.id }}
  >
    Feedback with this key is refused from now on. What it has sent stays. This cannot be undone.
  </ConfirmChange>
);
