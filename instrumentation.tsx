// Run by Next once in each process, before the first request.
export async function register(): Promise<void> {
  // Written so that the build for the edge leaves it out.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { settleDatabaseUrl } = await import("@/db/pooler");
    await settleDatabaseUrl();
  }
}
