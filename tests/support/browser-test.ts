import { test as base, expect } from '@playwright/test';

/** Playwright's test, failing on any error in a page's console and on any script that breaks. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  /** Errors that a journey provokes: push them before they come. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
    });
    await use(context);
    const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
    expect(unexpected, 'errors in the browser').toEqual([]);
  },
});

export { expect };
