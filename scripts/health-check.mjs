// For containers: ends with 0 if the shop is ready, and with 1 if it is not.
const url = `http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/ready`;
const isReady = await fetch(url, { signal: AbortSignal.timeout(8000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
