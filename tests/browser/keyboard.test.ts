import type { ElementHandle, Locator, Page } from '@playwright/test';
import {
  asha,
  desktop,
  expectSuccess,
  goodCard,
  paymentWindow,
  stockedProduct,
  untilHydrated,
} from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

test('a purchase with the keyboard only', { tag: '@long' }, async ({ page, request }) => {
  const product = await stockedProduct(request);
  await page.goto(`/products/${product.slug}`);
  await reach(page, page.getByRole('button', { name: 'Buy Now' }));
  await page.keyboard.press('Enter');

  const typed: [Locator, string][] = [
    [page.getByLabel('Email Address'), asha.email],
    [page.getByLabel('Mobile Number'), asha.mobile],
    [page.getByLabel('Full name'), asha.name],
    [page.getByLabel('Address', { exact: true }), asha.address],
    [page.getByLabel('City'), asha.city],
    [page.getByLabel('PIN code'), asha.postalCode],
    [page.getByLabel('State'), asha.state],
  ];
  for (const [field, text] of typed) {
    await reach(page, field);
    await page.keyboard.type(text);
  }
  await expect(page.getByLabel('State')).toHaveValue(asha.state);
  await reach(page, page.getByRole('main').getByRole('button', { name: /^Pay ₹/ }));
  await page.keyboard.press('Enter');

  const window = paymentWindow(page);
  await expect(window).toBeVisible();
  await reach(page, window.getByLabel('Card number'));
  await page.keyboard.type(goodCard.replaceAll(' ', ''));
  await reach(page, window.getByLabel('Expiry'));
  await page.keyboard.type('1239');
  await reach(page, window.getByLabel('CVV'));
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expectSuccess(page);

  await reach(page, page.getByRole('button', { name: 'View Invoice' }));
  await page.keyboard.press('Enter');
  const preview = page.getByRole('dialog', { name: 'Invoice Preview' });
  await expect(preview.getByRole('button', { name: 'Download' })).toBeEnabled();
  await reach(page, preview.getByRole('button', { name: 'Print' }));
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  await expect(page.getByRole('button', { name: 'View Invoice' })).toBeFocused();
});

test('a page that is opened with the keyboard starts with the link to its content', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/about');
  await untilHydrated(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Our Products' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const search = page.getByRole('banner').getByLabel('Search the shop');
  await search.fill('indigo');
  await search.press('Enter');
  await expect(page).toHaveURL('/products?search=indigo');
  await expect(search).toHaveValue('indigo');
  await page.goBack();
  await expect(page).toHaveURL('/products#content');
  await expect(search).toHaveValue('');
});

/** Presses Tab until the target has the focus. Every focused element on the way must show its focus. */
async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  const atFirst = (await isFocused(target)) ? undefined : await target.evaluate(ringsOf);
  for (let presses = 0; presses < 80; presses++) {
    if (await isFocused(target)) {
      if (atFirst) await expectRing(target, await target.evaluate(ringsOf), atFirst);
      return;
    }
    const stop = (await page.evaluateHandle(focusedElement)).asElement();
    const focused = await stop?.evaluate(ringsOf);
    await page.keyboard.press('Tab');
    // The initial focus was set by the page or by the previous step.
    if (stop && focused && presses > 0) await expectRing(stop, focused, await stop.evaluate(ringsOf));
    await stop?.dispose();
  }
  await expect(target, 'reachable with the Tab key').toBeFocused();
}

function isFocused(target: Locator) {
  return target.evaluate((element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    return root.activeElement === element;
  });
}

async function expectRing(stop: Locator | ElementHandle<Element>, focused: string[], unfocused: string[]) {
  const isSeen = focused.some((ring, index) => ring !== '' && ring !== unfocused[index]);
  const markup = isSeen ? '' : await (stop as Locator).evaluate((element: Element) => element.outerHTML);
  expect(markup, 'an element without a visible focus').toBe('');
}

/** The focused element, also in shadow trees; null if it is the body. */
function focusedElement(): Element | null {
  let found = document.activeElement;
  while (found?.shadowRoot?.activeElement) found = found.shadowRoot.activeElement;
  return found === document.body ? null : found;
}

/** The outline and shadow of an element and of its parent, which may show its focus; empty if there are none. */
function ringsOf(element: Element): string[] {
  const own = (pairs: Element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(pairs);
    const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px';
    const shadow = boxShadow === 'none' ? '' : boxShadow;
    return isOutlined ? `${outlineStyle} ${outlineWidth} ${outlineColor} ${shadow}` : shadow;
  };
  return [element, element.parentElement].flatMap((item) => (item ? [own(item)] : []));
}
