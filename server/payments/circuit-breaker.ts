/** Stops calls to a service that has failed several times in a row. */
export type CircuitBreaker = {
  /** False while the breaker is open. After `restMs`, true for one caller at a time. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
};

/** Opens after `failures` in a row and lets one caller try again every `restMs`. */
export function createCircuitBreaker({
  failures = 8,
  restMs = 15_000,
  now = () => performance.now(),
} = {}): CircuitBreaker {
  let inARow = 0;
  let closedUntil = Number.NEGATIVE_INFINITY;
  return {
    allows() {
      if (inARow < failures) return true;
      if (now() < closedUntil) return false;
      closedUntil = now() + restMs;
      return true;
    },
    succeeded() {
      inARow = 0;
    },
    failed() {
      inARow++;
      if (inARow >= failures) closedUntil = now() + restMs;
    },
  };
}
