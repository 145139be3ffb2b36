/**
 * Whether a scenario's rows are still generated. Both answers are needed: the scenario may have been read before the last row was
 * written, and its progress after it. Then only the scenario is out of date, and has to be read again.
 */
export const isBeingWritten = (
  scenario: { status: string } | undefined,
  progress: { is_writing: boolean } | undefined,
): boolean => scenario?.status === "Processing" || progress?.is_writing === true;
