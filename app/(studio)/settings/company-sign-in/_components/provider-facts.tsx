"use client";
import { useMutation } from "@tanstack/react-query";
import { CopiedLine } from "@/app/_components/copied-text";
import { Button } from "@/app/_ui/button/button";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { Section } from "@/app/_ui/page/section";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { checkCompanySignIn } from "@/lib/client/account";
import type { getCompanySignIn } from "@/lib/contracts/accounts/company-sign-in";
import type { Output } from "@/lib/contracts/contract";

export type CompanySettings = Output<typeof getCompanySignIn>;

/** The callback address, and whether the provider works. */
export function ProviderFacts({ settings: { provider, callback_url, callback_path } }: { settings: CompanySettings }) {
  return (
    <Section title="At your provider" className="grid max-w-2xl gap-3">
      <p className="text-soft">Register a web application there, with this address to send people back to.</p>
      <CopiedLine text={callback_url ?? callback_path} label="Copy the callback address" />
      {callback_url ? null : (
        <p className="text-xs text-faint">
          With your server&apos;s address in front. Except on this machine, the operator must set ASSAY_URL.
        </p>
      )}
      {provider ? (
        <>
          <DefinitionList
            entries={[
              { term: "Issuer", value: provider.issuer },
              {
                term: "Last sign-in",
                value: provider.last_sign_in_at ? (
                  <Time at={provider.last_sign_in_at} />
                ) : (
                  <Missing reason="Nobody has signed in with these settings yet" />
                ),
              },
              ...(provider.last_failure && provider.last_failure_at
                ? [
                    {
                      term: "Last failure",
                      value: <Failure text={provider.last_failure} at={provider.last_failure_at} />,
                    },
                  ]
                : []),
            ]}
          />
          <CheckProvider />
        </>
      ) : null}
    </Section>
  );
}

const Failure = ({ text, at }: { text: string; at: string }) => (
  <span className="grid gap-1">
    <Status tone="bad" shape="alert" className="items-start! whitespace-normal! [&_svg]:mt-1">
      {text}
    </Status>
    <span className="text-xs text-faint">
      <Time at={at} />
    </span>
  </span>
);

function CheckProvider() {
  const { mutate, data, error, isPending } = useMutation(checkCompanySignIn);
  const problems = error ? [error.message] : (data?.problems ?? []);
  return (
    <div className="grid gap-2">
      <div>
        <Button busy={isPending} onClick={() => mutate({})}>
          Check the provider
        </Button>
      </div>
      <div role="status" className="grid gap-1">
        {problems.map((problem) => (
          <Status key={problem} tone="bad" shape="alert" className="items-start! whitespace-normal! [&_svg]:mt-1">
            {problem}
          </Status>
        ))}
        {data && problems.length === 0 ? (
          <Status tone="good" shape="check" className="whitespace-normal!">
            The provider's discovery document is valid. The secret is checked at the first sign-in.
          </Status>
        ) : null}
      </div>
    </div>
  );
}
