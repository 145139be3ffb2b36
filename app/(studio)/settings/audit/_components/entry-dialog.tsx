"use client";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { type Change, ChangeList } from "@/app/(studio)/_components/change-list";
import type { AuditEntry } from "@/lib/contracts/accounts/audit";
import { actionText, actorText, targetText } from "./words";

interface Props {
  entry: AuditEntry;
  onClose: () => void;
}

export function EntryDialog({ entry, onClose }: Props) {
  const { set } = useAddress();
  const filterBy = (filter: Record<string, string | null>) => {
    set({ ...filter, after: null });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={actionText(entry.action)}
      size="large"
      footer={
        <>
          <Button onClick={() => filterBy({ action: entry.action })}>Show only this action</Button>
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <DefinitionList entries={factsOf(entry)} />
        <section aria-labelledby="changes">
          <h3 id="changes" className="mb-2 font-medium">
            {entry.before ? "What changed" : "What was requested"}
          </h3>
          <ChangeList changes={changesOf(entry)} />
        </section>
      </div>
    </Dialog>
  );
}

const code = (text: string) => <code className="font-mono text-xs">{text}</code>;

function factsOf(entry: AuditEntry) {
  const key = entry.api_key_id ? `${entry.api_key_name ?? "deleted"} (${entry.api_key_id})` : null;
  const facts = [
    { term: "Operation", value: code(entry.action) },
    { term: "About", value: targetText(entry) },
    { term: "Id", value: entry.target_id && code(entry.target_id) },
    { term: "Who", value: entry.user_email ? `${actorText(entry)}, ${entry.user_email}` : actorText(entry) },
    { term: "API key", value: key },
    { term: "Address", value: entry.address && code(entry.address) },
    { term: "Program", value: entry.user_agent },
    { term: "When", value: <Time at={entry.created_at} /> },
  ];
  return facts.filter(({ value }) => value);
}

function changesOf({ before, after }: AuditEntry): Change[] {
  const names = Object.keys({ ...before, ...after });
  return names.map((name) => ({
    path: [name],
    kind: !before || !(name in before) ? "added" : !after || !(name in after) ? "removed" : "changed",
    before: before?.[name],
    after: after?.[name],
  }));
}
