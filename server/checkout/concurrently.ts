/** Does the work for each id, a few at a time; one that fails is told to `failed` and does not stop the others. */
export async function forEachConcurrently(
  ids: string[],
  work: (id: string) => Promise<unknown>,
  failed: (id: string, error: unknown) => void,
): Promise<void> {
  const left = [...ids];
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) {
      try {
        await work(id);
      } catch (error) {
        failed(id, error);
      }
    }
  };
  await Promise.all([worker(), worker(), worker(), worker(), worker(), worker()]);
}
