import { beforeEach, expect, test, vi } from 'vitest';
import { ensureChromium } from './chromium.ts';

let isInstalled: boolean;
const install = vi.fn<() => boolean>();
const find = () => (isInstalled ? '/usr/bin/chromium' : undefined);
const ensure = () => ensureChromium(find, [{ what: 'apt-get install chromium', install }]);

beforeEach(() => {
  isInstalled = false;
  install.mockImplementation(() => {
    isInstalled = true;
    return true;
  });
  vi.spyOn(console, 'log').mockReturnValue();
});

test('a browser is not installed if there is no terminal to ask in', async () => {
  vi.stubEnv('CI', '');
  expect(await ensure()).toBe(false);
  expect(install).not.toHaveBeenCalled();
  expect(console.log).toHaveBeenCalledWith(expect.stringContaining('apt-get install chromium'));
  const error = vi.mocked(console.error);
  expect(error).toHaveBeenCalledWith(expect.stringContaining('--install-chromium'));
  error.mockClear();
});

test('CI counts as consent to install a browser', async () => {
  vi.stubEnv('CI', 'true');
  expect(await ensure()).toBe(true);
  expect(install).toHaveBeenCalledOnce();
});

test('an installed browser is used without a question', async () => {
  isInstalled = true;
  expect(await ensure()).toBe(true);
  expect(console.log).not.toHaveBeenCalled();
});
