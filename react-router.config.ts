import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'web',
  // scripts/build.mjs builds beside the build in use and swaps them.
  buildDirectory: process.env.HAAT_BUILD_DIR ?? 'build',
  ssr: true,
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
