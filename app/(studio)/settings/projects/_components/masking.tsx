"use client";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { useRole } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { countText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { actionsColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { Menu } from "@/app/_ui/overlay/menu";
import { Section } from "@/app/_ui/page/section";
import { maskingQuery, setMasking } from "@/lib/client/projects";
import { mayManageMembers } from "@/lib/client/roles";
import { looksFor, type ShownRule, sentRule } from "./masking-draft";
import { MaskingRuleDialog } from "./masking-rule-dialog";
import { WholeList } from "./whole-list";
import { treatmentWords, typeWords } from "./words";

const columns: readonly Column<ShownRule>[] = [
  {
    key: "rule",
    header: "Rule",
    width: "max-sm:w-full",
    cell: (rule) => (
      <span className="grid max-w-72 py-1">
        <span className="truncate font-medium">{rule.name === rule.type ? typeWords[rule.type] : rule.name}</span>
        <span className="truncate text-xs text-faint">{looksFor(rule).join(", ") || "Every kind"}</span>
      </span>
    ),
  },
  { key: "treatment", header: "Writes", wide: true, cell: ({ treatment }) => treatmentWords[treatment] },
  { key: "masked", header: "Values masked", align: "right", width: "w-28", cell: ({ masked }) => countText(masked) },
];

/** The masking rules of a project, in the order in which they run. */
export function Masking({ projectId }: { projectId: string }) {
  const found = useQuery({ ...maskingQuery(projectId), select: ({ rules }) => rules });
  const may = mayManageMembers(useRole());
  const [editing, setEditing] = useState<number | null>(null);
  const [removing, setRemoving] = useState<ShownRule | null>(null);
  const rules = found.data ?? [];
  const open = () => setEditing(rules.length);
  useShortcuts("Masking", may && found.data ? [{ keys: "r", description: "Add a masking rule", run: open }] : []);
  const add = may ? (
    <Button keys="r" onClick={open}>
      Add rule
    </Button>
  ) : null;
  return (
    <Section title="Masking">
      <p className="mb-3 text-soft">
        Values that these rules find in a span are made unreadable before it is stored. Spans that are stored already do
        not change.
      </p>
      <WholeList
        found={found}
        noun="masking rules"
        empty={
          <EmptyState title="Nothing is masked" action={add}>
            {may ? "A rule hides keys, cards, mail addresses or words." : "An Owner or an Admin can add rules."}
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            <Table
              caption="Masking rules"
              columns={may ? [...columns, actionsOf(setEditing, setRemoving, rows)] : columns}
              rows={rows}
              rowKey={({ name }) => name}
            />
            <div className="mt-3">{add}</div>
          </>
        )}
      </WholeList>
      {editing === null ? null : (
        <MaskingRuleDialog projectId={projectId} rules={rules} index={editing} onClose={() => setEditing(null)} />
      )}
      {removing ? (
        <RemoveRule projectId={projectId} rules={rules} rule={removing} onClose={() => setRemoving(null)} />
      ) : null}
    </Section>
  );
}

const actionsOf = (
  edit: (index: number) => void,
  remove: (rule: ShownRule) => void,
  rows: readonly ShownRule[],
): Column<ShownRule> =>
  actionsColumn({ width: "w-10" }, (rule) => (
    <RuleMenu name={rule.name} onEdit={() => edit(rows.indexOf(rule))} onRemove={() => remove(rule)} />
  ));

const RuleMenu = ({ name, onEdit, onRemove }: { name: string; onEdit: () => void; onRemove: () => void }) => (
  <Menu
    trigger={
      <IconButton label={`Actions for ${name}`}>
        <Ellipsis aria-hidden="true" />
      </IconButton>
    }
    groups={[[{ label: "Edit…", onSelect: onEdit }], [{ label: "Remove…", danger: true, onSelect: onRemove }]]}
  />
);

interface RemoveProps {
  projectId: string;
  rules: readonly ShownRule[];
  rule: ShownRule;
  onClose: () => void;
}

function RemoveRule({ projectId, rules, rule, onClose }: RemoveProps) {
  const rest = rules.filter((other) => other !== rule).map(sentRule);
  return (
    <ConfirmChange
      onClose={onClose}
      title={`Remove ${rule.name}?`}
      action="Remove rule"
      change={{ ...setMasking, meta: { ...setMasking.meta, showsErrors: false } }}
      input={{ project_id: projectId, rules: rest }}
    >
      Spans that arrive from now on keep the values that it masked. Its count is lost.
    </ConfirmChange>
  );
}
