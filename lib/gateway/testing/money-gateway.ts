// A gateway that counts money in memory, for tests.
import type { CurrentKey } from "@/lib/contracts/gateway/current-key";
import type { Budgets } from "../money/budget";
import type { LedgerEntry } from "../money/ledger-entry";
import { memoryMoney, priced } from "./memory-money";
import { ask, chat, memoryParts, NOW, settings, type World, webGateway } from "./memory-parts";

export const noBudgets: Budgets = { enabled: true, organization: null, key: null, user: null, users: {}, models: {} };

/** Gateways over one Redis where a token costs a cent and an echo 7; `at` is the time, and `add` tells of more keys. */
export function moneyGateway(
  world: World = {},
  more: { credits?: number; budgets?: Partial<Budgets>; thousandths?: number } = {},
) {
  const clock = { now: NOW };
  const now = () => clock.now;
  const money = memoryMoney({ now, credits: more.credits ?? 0 });
  const budgets = more.budgets ? { ...noBudgets, ...more.budgets } : null;
  const entries: LedgerEntry[] = [];
  const reported: unknown[] = [];
  const add = (key: NonNullable<World["key"]>) => {
    const own = { settings: { ...settings, pricing: priced(more.thousandths ?? 10), budgets }, money, ...world, key };
    const ledger = { begin: () => (entry: LedgerEntry | null) => void (entry && entries.push(entry)) };
    const gateway = webGateway({ ...memoryParts(own), now, ledger, report: (error) => reported.push(error) });
    const left = async (): Promise<CurrentKey> => {
      const response = await gateway.getCurrentKey(ask({ method: "GET", path: "/v1/key" }));
      if (response.status !== 200) throw new Error(`GET /v1/key answered ${response.status}.`);
      return response.json();
    };
    const call = async (body: object | string = chat("sandbox/echo"), headers: Record<string, string> = {}) => {
      const response = await gateway.createChatCompletion(ask({ body, headers }));
      const header = (name: string) => response.headers.get(`x-gateway-${name}`);
      const seen = {
        budget: header("budget-remaining"),
        warning: header("budget-warning"),
        credits: header("credits-remaining"),
      };
      const [provider, fallback] = [header("provider"), header("fallback-used")];
      const cost = header("cost");
      return { ...seen, status: response.status, cost, cache: header("cache"), provider, fallback, response };
    };
    return Object.assign(call, { left });
  };
  return { clock, entries, reported, add, call: add(world.key ?? {}) };
}
