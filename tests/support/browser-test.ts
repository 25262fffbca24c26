import { test as base, expect } from '@playwright/test';

/** Playwright's test, which fails on errors in a page's console and on uncaught errors. */
export const test = base.extend<{ expectedErrors: RegExp[] }>({
  /** Patterns of the errors that a test provokes; push them beforehand. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
  expectedErrors: async ({}, use) => use([]),
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    context.on('console', (message) => {
      const { url } = message.location();
      // The browser's PDF viewer may be closed while it still loads its own files.
      if (message.type() === 'error' && !url.startsWith('chrome://'))
        errors.push(`${message.text()} (${url})`);
    });
    await use(context);
    const unexpected = errors.filter((error) => !expectedErrors.some((expected) => expected.test(error)));
    expect(unexpected, 'errors in the browser').toEqual([]);
  },
});

export { expect };
