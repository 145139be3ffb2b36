"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { Time } from "@/app/_ui/text/time";
import { secondFactorQuery } from "@/lib/client/account";
import type * as contracts from "@/lib/contracts/accounts/second-factor";
import type { Output } from "@/lib/contracts/contract";
import { FormSkeleton } from "../../_components/form-skeleton";
import { DisableFactorDialog, RenewCodesDialog } from "./factor-dialogs";
import { SetUpFactorDialog } from "./set-up-factor-dialog";

type State = Output<typeof contracts.getSecondFactor>;
type Open = "set up" | "renew" | "disable" | null;

/** Codes of an authenticator app at sign-in. */
export const SecondFactor = ({ hasPassword }: { hasPassword: boolean }) => (
  <section aria-labelledby="second-factor" className="grid max-w-md gap-4">
    <header>
      <h2 id="second-factor" className="text-base font-medium">
        Second factor
      </h2>
      <p className="text-soft">
        {hasPassword
          ? "Besides your password, sign-in asks for a code from an authenticator app on your phone."
          : "You sign in through another site, which has its own. Set a password first to add one here."}
      </p>
    </header>
    {hasPassword ? <Loading /> : null}
  </section>
);

const Loading = () => (
  <Loaded
    found={useQuery(secondFactorQuery())}
    problem="Your second factor could not be loaded"
    skeleton={<FormSkeleton fields={1} />}
  >
    {(state) => <Controls state={state} />}
  </Loaded>
);

function Controls({ state }: { state: State }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <FactorState state={state} />
      <div className="flex flex-wrap gap-2">
        {state.enabled ? (
          <>
            <Button onClick={() => setOpen("renew")}>New recovery codes</Button>
            <Button onClick={() => setOpen("disable")}>Turn off</Button>
          </>
        ) : (
          <Button look="primary" onClick={() => setOpen("set up")}>
            Set up
          </Button>
        )}
      </div>
      {open === "set up" ? <SetUpFactorDialog onClose={close} /> : null}
      {open === "renew" ? <RenewCodesDialog onClose={close} /> : null}
      {open === "disable" ? <DisableFactorDialog isRequired={state.is_required} onClose={close} /> : null}
    </>
  );
}

const FactorState = ({ state: { enabled_at, recovery_codes_left } }: { state: State }) =>
  enabled_at ? (
    <div className="grid gap-1">
      <Status tone="good" shape="check">
        On
      </Status>
      <p className="text-soft">
        Turned on <Time at={enabled_at} />.{" "}
        {recovery_codes_left === 1 ? "1 recovery code is left." : `${recovery_codes_left} recovery codes are left.`}
      </p>
    </div>
  ) : (
    <Status tone="warn" shape="pause">
      Off
    </Status>
  );
