"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { Switch } from "@/app/_ui/control/switch";
import { organizationsQuery, requireSecondFactor } from "@/lib/client/account";
import { FormSkeleton } from "../../_components/form-skeleton";

/** Whether the organization asks its members for a second factor. */
export function FactorRequirement() {
  const { mutate, isPending } = useMutation(requireSecondFactor);
  return (
    <Loaded
      found={useQuery(organizationsQuery())}
      problem="The organization could not be loaded"
      skeleton={<FormSkeleton fields={1} />}
    >
      {({ organizations }) => (
        <section aria-labelledby="requirement" className="grid max-w-md gap-4">
          <h2 id="requirement" className="text-base font-medium">
            Sign-in
          </h2>
          <Switch
            label="Members need a second factor"
            hint="Members without one must set it up before they can do anything else. API keys keep working."
            checked={organizations.some((entry) => entry.is_current && entry.requires_second_factor)}
            disabled={isPending}
            onChange={(requires_second_factor) => mutate({ requires_second_factor })}
          />
        </section>
      )}
    </Loaded>
  );
}
