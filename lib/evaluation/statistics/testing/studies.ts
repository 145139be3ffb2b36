import { agreementStudies } from "./agreement-studies";
import { judgeStudies } from "./judge-studies";
import { meanStudies } from "./mean-studies";
import { pairStudies } from "./pair-studies";
import { preferenceStudies } from "./preference-studies";
import type { Study } from "./study";

/** One for every interval that a screen or an answer shows. */
export const studies: readonly Study[] = [
  ...meanStudies,
  ...pairStudies,
  ...judgeStudies,
  ...agreementStudies,
  ...preferenceStudies,
];
