import type { Context, Verb } from "@/lib/context";
import type { ClientInput, Contract, Input, Output } from "@/lib/contracts/contract";

/** Carries an operation out as a client would request it: what is left out gets the contract's defaults. */
export function perform<C extends Contract>(
  context: Context,
  contract: C,
  verb: (context: Context, input: Input<C>) => ReturnType<Verb<C>>,
  input: ClientInput<C>,
): Promise<Output<C>> {
  const names = Object.keys(contract.params.shape);
  const entries = Object.entries(input as object); // safe: inputs are objects
  const part = (isParam: boolean) => Object.fromEntries(entries.filter(([name]) => names.includes(name) === isParam));
  const parsed = { ...contract.params.parse(part(true)), ...Object(contract.body.parse(part(false))) };
  return verb(context, parsed as Input<C>); // safe: both parts were just parsed, and no operation here has a query
}
