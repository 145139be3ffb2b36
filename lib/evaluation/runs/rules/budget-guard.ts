// Keeps a run under its ceiling: what cells under way may cost is held before they begin.

export interface BudgetGuard {
  /** Whether a cell that may cost so much can begin now; null: of no cell of its kind the cost is known. */
  canPay(expected: number | null): boolean;
  hold(expected: number | null): void;
  /** A cell has ended that was held for `expected` and has cost `actual`. */
  settle(expected: number | null, actual: number): void;
}

/** With no ceiling everything can be paid. A cell of unknown cost begins only while no other is under way. */
export function openBudgetGuard(ceiling: number | null, spentBefore: number): BudgetGuard {
  let spent = spentBefore;
  let reserved = 0;
  let underWay = 0;
  let unknown = 0;
  return {
    canPay(expected) {
      if (ceiling === null) return true;
      if (expected === null) return underWay === 0 && spent < ceiling;
      return unknown === 0 && spent + reserved + expected <= ceiling;
    },
    hold(expected) {
      underWay += 1;
      reserved += expected ?? 0;
      unknown += expected === null ? 1 : 0;
    },
    settle(expected, actual) {
      underWay -= 1;
      reserved -= expected ?? 0;
      unknown -= expected === null ? 1 : 0;
      spent += actual;
    },
  };
}
