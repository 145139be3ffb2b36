"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { Status } from "@/app/_ui/status";
import { saveGatewayConfig } from "@/lib/client/gateway";
import { actions, periods, tracings } from "../../_components/choices";
import { errorAt, errorBeside } from "../../_components/field-errors";
import type { Config } from "./config-text";
import { type Limits, limitsOf, withLimits } from "./limits";

const SHOWN = ["rate_limiting.rpm", "rate_limiting.tpm", "budgets", "tracing", "cache"];

/** What is changed most often, as a form; it is saved as a version like any other. */
export function LimitsForm({ organizationId, config }: { organizationId: string; config: Config }) {
  const [limits, setLimits] = useState(() => limitsOf(config));
  const { mutate, error, isPending } = useMutation(saveGatewayConfig);
  const set = (change: Partial<Limits>) => setLimits({ ...limits, ...change });
  const number = (name: "rpm" | "tpm" | "budget" | "cache", step: string) => (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      step={step}
      value={limits[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const problem = errorBeside(error, SHOWN);
  return (
    <form
      className="grid max-w-2xl items-start gap-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isPending) return;
        const next = withLimits(config, limits);
        mutate({ org_id: organizationId, config: next, change_description: "Limits" });
      }}
    >
      <Field
        label="Requests a minute"
        optional
        hint="Of all keys together. Empty: no limit."
        error={errorAt(error, "rate_limiting.rpm")}
      >
        {number("rpm", "1")}
      </Field>
      <Field
        label="Tokens a minute"
        optional
        hint="Of all keys together. Empty: no limit."
        error={errorAt(error, "rate_limiting.tpm")}
      >
        {number("tpm", "1")}
      </Field>
      <Field
        label="Budget"
        hint="Periods begin at midnight, on Monday and on the first, UTC."
        error={errorAt(error, "budgets")}
      >
        <Select value={limits.period} options={periods("None")} onChange={(period) => set({ period })} />
      </Field>
      {limits.period === "none" ? null : (
        <>
          <Field label="Budget in USD">{number("budget", "any")}</Field>
          <Field label="Once it is spent">
            <Select value={limits.action} options={actions} onChange={(action) => set({ action })} />
          </Field>
        </>
      )}
      <Field label="Calls are traced" error={errorAt(error, "tracing")}>
        <Select
          value={limits.tracing}
          options={tracings("As the gateway says")}
          onChange={(tracing) => set({ tracing })}
        />
      </Field>
      <Field
        label="Answers are kept, in minutes"
        optional
        hint="The same request is then answered from the cache. Empty: never."
        error={errorAt(error, "cache")}
      >
        {number("cache", "any")}
      </Field>
      {problem ? (
        <p role="alert" className="sm:col-span-2">
          <Status tone="bad" shape="alert" className="whitespace-normal!">
            {problem}
          </Status>
        </p>
      ) : null}
      <div className="sm:col-span-2">
        <Button look="primary" type="submit" busy={isPending}>
          Save limits
        </Button>
      </div>
    </form>
  );
}
