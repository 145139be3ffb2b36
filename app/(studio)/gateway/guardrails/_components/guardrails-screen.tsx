"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { actionsColumn } from "@/app/_ui/list/columns";
import { Table } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Badge } from "@/app/_ui/text/badge";
import { isStatus } from "@/lib/client/call-error";
import { gatewayConfigQuery } from "@/lib/client/gateway";
import { links } from "@/lib/client/links";
import { type Rule, rulesOf } from "./rules";
import { TestBench } from "./test-bench";

export function GuardrailsScreen({ organizationId }: { organizationId: string }) {
  const current = useQuery(gatewayConfigQuery(organizationId));
  const [triedRule, setTriedRule] = useState<Rule | null>(null);
  const isUnset = isStatus(current.error, 404);
  const rules = rulesOf(current.data?.config ?? {});
  return (
    <>
      <PageHeader
        title="Guardrails"
        description="Rules that check requests to and answers from models, and block, alter, warn or log."
        actions={<LinkButton href={`${links.gatewayConfiguration()}?tab=guardrails`}>Configure</LinkButton>}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <section>
          <h2 className="mb-2 text-base font-medium">Your rules</h2>
          {current.isPending ? (
            <TableSkeleton columns={4} rows={2} />
          ) : current.isError && !isUnset ? (
            <ErrorState title="The rules could not be loaded" error={current.error} onRetry={() => current.refetch()} />
          ) : rules.length === 0 ? (
            <p className="text-soft">
              No rules yet. You can try rules below and add them. The gateway's operator may have rules that run before
              yours.
            </p>
          ) : (
            <RuleTable rules={rules} onTry={setTriedRule} />
          )}
        </section>
        <section>
          <h2 className="mb-2 text-base font-medium">Test bench</h2>
          <TestBench
            key={triedRule ? JSON.stringify(triedRule.definition) : ""}
            organizationId={organizationId}
            rule={triedRule?.definition ?? null}
          />
        </section>
      </div>
    </>
  );
}

function RuleTable({ rules, onTry }: { rules: readonly Rule[]; onTry: (rule: Rule) => void }) {
  return (
    <Table
      caption="Rules"
      rows={rules}
      rowKey={(rule) => String(rules.indexOf(rule))}
      columns={[
        { key: "name", header: "Name", cell: ({ name }) => <span className="font-medium">{name}</span> },
        {
          key: "type",
          header: "Detects",
          wide: true,
          cell: ({ type }) => <code className="font-mono text-xs">{type}</code>,
        },
        {
          key: "stage",
          header: "When",
          width: "w-32",
          wide: true,
          cell: ({ stage }) =>
            stage ? stage === "pre" ? "Before" : "After" : <Missing reason="Default for its type" />,
        },
        { key: "action", header: "Action", width: "w-24", cell: ({ action }) => <Badge>{action}</Badge> },
        actionsColumn({ header: "Try", width: "w-20" }, (rule: Rule) => (
          <Button size="small" aria-label={`Try ${rule.name}`} onClick={() => onTry(rule)}>
            Try
          </Button>
        )),
      ]}
    />
  );
}
