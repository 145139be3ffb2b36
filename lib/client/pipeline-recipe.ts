// What a pipeline runs: the text that the screens show, and docs/simulate/pipelines.md prints. A POSIX shell with curl runs it.

/** Waits for an execution's verdict. Its status: 0 passed, 1 not passed, 2 refused or not reachable, 3 not over in time. */
export const waitForVerdict = (origin: string, executionId: string): string => recipe(`id=${executionId}`, origin);

/** Starts the run test RUN, once for each BUILD, and waits for the verdict. */
export const runAndWait = (origin: string): string =>
  recipe(
    `[ -n "$BUILD" ] || { echo "Set BUILD to what names this build." >&2; exit 2; }
  started=$(ask -X POST -H "Idempotency-Key: $BUILD" -d '{}' "$url/run-tests/$RUN/execute/") ||
    { printf '%s\\n' "$started" >&2; exit 2; }
  id=$(printf '%s' "$started" | sed 's/.*"execution_id":"\\([^"]*\\)".*/\\1/')`,
    origin,
  );

const recipe = (start: string, origin: string): string => `(
  url=${origin}/simulate
  ask() {
    curl -sS --fail-with-body --max-time 30 --retry 5 -H "Authorization: Bearer $KEY" \\
      -H "Content-Type: application/json" "$@"
  }
  ${start}
  end=$(($(date +%s) + \${LIMIT_SECONDS:-3600}))
  until verdict=$(ask "$url/test-executions/$id/verdict/") ||
    { printf '%s\\n' "$verdict" >&2; exit 2; }
    printf '%s' "$verdict" | grep -q '"done":true'; do
    [ "$(date +%s)" -lt "$end" ] || { echo "Not over in time: $id" >&2; exit 3; }
    sleep 5
  done
  printf '%s\\n' "$verdict"
  printf '%s' "$verdict" | grep -q '"passed":true'
)`;
