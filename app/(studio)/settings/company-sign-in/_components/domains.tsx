"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { CopiedLine } from "@/app/_components/copied-text";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Status } from "@/app/_ui/feedback/status";
import { toast } from "@/app/_ui/feedback/toast";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/text/time";
import { checkCompanyDomain, deleteCompanyDomain } from "@/lib/client/account";
import type { CompanyDomain } from "@/lib/contracts/accounts/company-sign-in";
import { AddDomainDialog } from "./add-domain-dialog";

export function Domains({ domains }: { domains: readonly CompanyDomain[] }) {
  const [adding, setAdding] = useState(false);
  const add = <Button onClick={() => setAdding(true)}>Add domain</Button>;
  return (
    <Section title="Mail domains" className="grid max-w-2xl gap-3">
      {domains.length > 0 ? (
        <>
          <ul className="grid gap-6">
            {domains.map((domain) => (
              <Domain key={domain.id} domain={domain} />
            ))}
          </ul>
          <div>{add}</div>
        </>
      ) : (
        <EmptyState title="No mail domains yet" action={add}>
          People sign in with the company if their email is at a domain that you have proven.
        </EmptyState>
      )}
      {adding ? <AddDomainDialog onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

function Domain({ domain }: { domain: CompanyDomain }) {
  const { mutate, isPending, data } = useMutation(checkCompanyDomain);
  const [removing, setRemoving] = useState(false);
  const isProven = domain.proven_at !== null;
  const check = () =>
    mutate(
      { domain_id: domain.id },
      { onSuccess: ({ problem }) => problem === null && toast.done({ title: `${domain.domain} is proven` }) },
    );
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="font-medium wrap-anywhere">{domain.domain}</span>
        <ProofState isProven={isProven} />
        <span className="ml-auto flex gap-2">
          <Button busy={isPending} aria-label={`Check ${domain.domain}`} onClick={check}>
            Check
          </Button>
          <Button look="ghost" aria-label={`Remove ${domain.domain}`} onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        </span>
      </div>
      {isProven ? null : <Record domain={domain} />}
      <p role="status" className="text-xs text-soft">
        {data?.problem ?? null}
        {domain.checked_at ? (
          <>
            {" "}
            Last checked <Time at={domain.checked_at} />.
          </>
        ) : null}
      </p>
      {removing ? <RemoveDomain domain={domain} onClose={() => setRemoving(false)} /> : null}
    </li>
  );
}

const ProofState = ({ isProven }: { isProven: boolean }) =>
  isProven ? (
    <Status tone="good" shape="check">
      Proven
    </Status>
  ) : (
    <Status tone="warn" shape="pause">
      Not proven
    </Status>
  );

const Record = ({ domain: { record_name, record_value } }: { domain: CompanyDomain }) => (
  <div className="grid gap-2">
    <p className="text-soft">Add a TXT record to the domain&apos;s DNS: a name and a value.</p>
    <CopiedLine text={record_name} label="Copy the name" />
    <CopiedLine text={record_value} label="Copy the value" />
  </div>
);

const RemoveDomain = ({ domain, onClose }: { domain: CompanyDomain; onClose: () => void }) => (
  <ConfirmChange
    onClose={onClose}
    title={`Remove ${domain.domain}?`}
    action="Remove domain"
    change={deleteCompanyDomain}
    input={{ domain_id: domain.id }}
  >
    People at this domain can no longer join this way, and no longer have to sign in with the company. Members stay.
  </ConfirmChange>
);
