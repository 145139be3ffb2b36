// Read by builds and in development. In production, scripts/screens.mjs takes what the build has made of it.
import { existsSync } from "node:fs";
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
  // A start builds screens only: its own server answers the API, and route files are two thirds of a build
  // (docs/decisions/0261). They end in .ts; what else Next looks for ends in .tsx.
  pageExtensions: process.env.ASSAY_BUILD === "screens" ? ["tsx"] : ["tsx", "ts"],
  reactStrictMode: true,
  // Types are checked by `npm test -- check`; who starts Assay does not wait for it.
  typescript: { ignoreBuildErrors: true },
  // Everything is in the build, so that a server needs few packages; Next would leave this one out.
  transpilePackages: ["pg"],
  // Loaded by name in threads, where no bundler sees them (docs/decisions/0063, 0173 and 0226).
  outputFileTracingIncludes: {
    "/**": ["quickjs-emscripten-core", "@jitl", "hucre", "yaml"].map((name) => `./node_modules/${name}/**`),
  },
  experimental: {
    // No process reads them, and they are two thirds of a build's size.
    turbopackSourceMaps: false,
    // Who builds for the first time here wants to sign in: to write the cache takes a third of the time.
    turbopackFileSystemCacheForBuild: existsSync(".next/BUILD_ID") || process.env.VERCEL === "1",
  },
  // For clients whose address of the gateway ends in /v1.
  rewrites: async () => [{ source: "/v1/healthz", destination: "/healthz" }],
  headers: async () => [
    { source: "/:path*", headers: securityHeaders },
    // Its address changes with its content; browsers look it up with each change of a page's own address.
    { source: "/icon.svg", headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }] },
  ],
};

export default config;
