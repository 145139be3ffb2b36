import type { NextConfig } from "next";

const securityHeaders = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "x-frame-options", value: "DENY" },
  { key: "referrer-policy", value: "strict-origin-when-cross-origin" },
  { key: "permissions-policy", value: "camera=(), microphone=(), geolocation=()" },
];

const config: NextConfig = {
  // Documented paths answer with and without their trailing slash, without a redirect (docs/decisions/0002).
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["postgres", "pg", "graphile-worker", "fengari", "redis", "inngest", "protobufjs"],
  headers: async () => [{ source: "/:path*", headers: securityHeaders }],
};

export default config;
