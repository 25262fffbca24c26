/**
 * The result of `work`, or that of `instead` if the work takes longer than `ms`; the work then goes on. An error of the
 * work that arrives later is dropped.
 */
export async function orAfter<Result, Other>(
  work: Promise<Result>,
  ms: number,
  instead: () => Other,
): Promise<Result | Other> {
  const { promise, resolve } = Promise.withResolvers<Other>();
  const timer = setTimeout(() => resolve(Promise.resolve().then(instead)), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    // Unlike an AbortSignal, this creates no error, whose stack costs more than the timer.
    clearTimeout(timer);
  }
}
