/**
 * Stops calls to a service that has failed several times in a row: opens after `failures` and then lets one caller try
 * again every `restMs` (decision 46).
 */
export function createCircuitBreaker({ failures = 8, restMs = 15_000, now = () => performance.now() } = {}) {
  let inARow = 0;
  let openUntil = Number.NEGATIVE_INFINITY;
  return {
    /** False while the breaker is open. */
    allows(): boolean {
      if (inARow < failures) return true;
      if (now() < openUntil) return false;
      openUntil = now() + restMs;
      return true;
    },
    succeeded() {
      inARow = 0;
    },
    failed() {
      inARow++;
      if (inARow >= failures) openUntil = now() + restMs;
    },
  };
}
