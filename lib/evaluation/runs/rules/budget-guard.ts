// Keeps a run under its ceiling: reserves what a cell may cost before the cell begins.

export interface BudgetGuard {
  /** Whether a cell of this expected cost can begin now. Null: the cost of cells of its kind is unknown. */
  canPay(expected: number | null): boolean;
  hold(expected: number | null): void;
  /** A cell has ended: `expected` was reserved for it, and it has cost `actual`. */
  settle(expected: number | null, actual: number): void;
}

/** Without a ceiling every cell can begin. A cell of unknown cost begins only while no other cell is in progress. */
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
