// Runs a verb, and sees to it that the audit log has an entry for it if it is one that is recorded.
import type { Act, Context, PublicContext } from "@/lib/context";
import type { Contract } from "@/lib/contracts/contract";
import type { Exchange } from "@/lib/exchange/exchange";
import { inTransaction } from "@/lib/transaction";
import { readDeleted } from "./read-deleted";
import { recordAct } from "./record";
import { audited } from "./rules/actions";

const MAX_AGENT = 300;

export function actOf({ name }: Contract, request: Exchange): { act?: Act } {
  if (!audited[name]) return {};
  const userAgent = request.header("user-agent")?.slice(0, MAX_AGENT) ?? null;
  return { act: { action: name, userAgent, isRecorded: false } };
}

/** A verb that has not written its own entry gets one of what was requested, and of what it has deleted. */
export async function perform<C extends PublicContext>(
  contract: Contract,
  run: (context: C, input: unknown) => Promise<unknown>,
  context: C,
  input: unknown,
): Promise<unknown> {
  const { act } = context;
  if (!act) return run(context, input);
  const runRecorded = async (inner: C & Partial<Pick<Context, "caller">>): Promise<unknown> => {
    // A transaction that is tried again writes its entry again.
    act.isRecorded = false;
    const { ids, after } = requested(contract, input);
    const before =
      inner.caller && ids !== null
        ? await readDeleted(inner.db, inner.caller.organizationId, { action: contract.name, ids })
        : null;
    const output = await run(inner, input);
    const targetId = ids === null ? null : String(ids);
    const targetName = typeof before?.name === "string" ? before.name : null;
    if (!act.isRecorded) await recordAct(inner, { targetId, targetName, before, after });
    return output;
  };
  return audited[contract.name]?.isWhole ? inTransaction(context, runRecorded) : runRecorded(context);
}

function requested(contract: Contract, input: unknown) {
  const fields = { ...(input as Record<string, unknown>) }; // safe: every operation's input is an object
  const name = audited[contract.name]?.id ?? Object.keys(contract.params.shape)[0];
  const id = name === undefined ? undefined : fields[name];
  if (name !== undefined) delete fields[name];
  const hasMore = Object.values(fields).some((value) => value !== undefined);
  const ids = id === undefined || id === null ? null : Array.isArray(id) ? id.map(String) : String(id);
  return { ids, after: hasMore ? fields : null };
}
