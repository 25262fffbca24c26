import type { Page } from '@playwright/test';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import type { PolicyReply, PolicyTemplateList, PolicyType } from '../../shared/contract/policies.ts';
import { expectAccessible, expectAccessibleIn } from '../support/axe.ts';
import { type OwnersCalls, openOffice, ownersCalls } from '../support/browser-owner.ts';
import { desktop, phone } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

/** Journeys write these two; the other policies stay as they are for those who read. */
const [terms, returns] = ['terms-condition', 'returns-refunds'] as const;
const editorOf = (page: Page, name = 'Main content') => page.getByRole('textbox', { name, exact: true });
const save = async (page: Page) => {
  // Waited for beforehand: it is there for 3 s only.
  const said = page.getByText('Policy saved successfully!').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said;
  await expect(page.getByText('Not saved yet')).toBeHidden();
};
const write = (calls: OwnersCalls, type: PolicyType, content: string, more: object = {}) =>
  calls.call<PolicyReply>('POST', '/policies', { type, title: 'A policy', content, sections: [], ...more });
const openPolicy = (page: Page, calls: OwnersCalls, type: PolicyType) =>
  openOffice(page, calls, `/admin/policy-dashboard?policy=${type}`);

test.afterAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL });
  const calls = await ownersCalls(request);
  const { data } = await calls.call<PolicyTemplateList>('GET', '/policies/templates');
  for (const template of data) {
    if (template.type === terms || template.type === returns) await calls.call('POST', '/policies', template);
  }
  await request.dispose();
});

test('a policy is written with every tool, previewed, and published', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  await write(calls, terms, '<p>Old words</p>');
  await openPolicy(page, calls, terms);
  const text = editorOf(page);
  const tool = (name: string) => page.getByRole('toolbar').first().getByRole('button', { name, exact: true });
  const lines = async (...words: string[]) => {
    for (const [i, word] of words.entries()) {
      if (i > 0) await page.keyboard.press('Enter');
      await page.keyboard.type(word);
    }
  };
  await text.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Enter content...')).toBeVisible();
  await tool('Heading').click();
  await lines('Care', '');
  await page.keyboard.type('Wash ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('cold');
  await expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(', see ');
  await page.keyboard.press('Control+k');
  await page.getByLabel('Link address').fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('starts with https://');
  await page.getByLabel('Link address').fill('haat.example/care');
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await lines(' or ask', 'Stepped in');
  await tool('Indent more').click();
  await page.keyboard.press('Enter');
  await tool('Bullet list').click();
  await lines('one', 'inner');
  await tool('Indent more').click();
  await lines('', '', '', '');
  await tool('Checklist').click();
  await lines('open', 'done');
  await text
    .getByRole('checkbox')
    .last()
    .click({ position: { x: 8, y: 10 } });

  await page.getByRole('button', { name: 'Add section' }).click();
  await expect(page.getByLabel('Heading of section 1')).toBeFocused();
  await page.keyboard.type('Later');
  await editorOf(page, 'Content of section 1').fill('Second words');
  await page.getByRole('button', { name: 'Add section' }).click();
  await expect(page.getByLabel('Heading of section 2')).toBeFocused();
  await page.keyboard.type('Sooner');
  await editorOf(page, 'Content of section 2').fill('First words');
  await page.getByRole('button', { name: 'Move section 2', exact: true }).press('ArrowUp');

  const shown = [
    '<h2>Care</h2>',
    '<p>Wash <strong>cold</strong>, see <a href="https://haat.example/care">haat.example/care</a> or ask</p>',
    '<p class="indent-1">Stepped in</p>',
    '<ul><li>one<ul><li>inner</li></ul></li></ul>',
    '<ul class="checklist"><li class="unchecked">open</li><li class="checked">done</li></ul>',
  ].join('');
  const htmlIn = async (part: ReturnType<Page['getByRole']>) =>
    (await part.locator('.rich-text').first().innerHTML()).replace(/ rel="[^"]*"/, '');
  expect(await htmlIn(page.getByRole('region', { name: 'Live preview' }))).toBe(shown);
  await save(page);

  await page.goto(`/${terms}`);
  expect(await htmlIn(page.getByRole('main'))).toBe(shown);
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: /er$/ })).toHaveText([
    'Sooner',
    'Later',
  ]);
  await page.goBack();
  await expect(editorOf(page, 'Content of section 1')).toHaveText('First words');
  await expect(text.locator('.checked')).toHaveText('done');
});

test('templates and tabs never discard typed text without a question, and undo restores it', {
  tag: '@long',
}, async ({ page, request }) => {
  const calls = await ownersCalls(request);
  await write(calls, terms, '<p>Old words</p>', { sections: [{ heading: 'One', content: '<p>x</p>' }] });
  await openPolicy(page, calls, terms);
  const text = editorOf(page);
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and new ones');
  await page.getByRole('link', { name: 'Privacy', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(text).toHaveText('Old words and new ones');
  // What was typed in one go is one step back.
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(text).toHaveText('Old words');
  await page.getByRole('button', { name: 'Remove section 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a title and main content.');
  await expect(page.getByLabel('Title')).toBeFocused();
  await page.getByRole('button', { name: 'Add section' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All sections must have a heading and content.')).toHaveCount(2);

  await page.getByRole('button', { name: 'Default Template' }).click();
  await page.getByRole('button', { name: 'Load template' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Terms of Service');
  await expect(page.getByRole('region', { name: 'Sections' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Privacy', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/policy=privacy-policy/);
  await expect(page.getByRole('heading', { name: 'Privacy Policy', level: 2 }).first()).toBeVisible();
});

test('if two admins save one policy, the second chooses which version to keep', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  const calls = await ownersCalls(request);
  await write(calls, terms, '<p>Start</p>');
  await openPolicy(page, calls, terms);
  await editorOf(page).fill('Mine');
  await write(calls, terms, '<p>Theirs</p>', { title: 'Their policy' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Someone else changed this policy' });
  await expect(question).toContainText('Their policy');
  await question.getByRole('button', { name: 'Load saved version' }).click();
  await expect(editorOf(page)).toHaveText('Theirs');
  await page.getByRole('button', { name: 'Restore my input' }).click();
  await expect(editorOf(page)).toHaveText('Mine');
  await write(calls, terms, '<p>Theirs again</p>');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Overwrite' }).click();
  await expect
    .poll(async () => (await calls.call<PolicyReply>('GET', `/policies/${terms}`)).data.html)
    .toBe('<p>Mine</p>');
});

test('cards show and change the state of a policy; a missing policy starts from its template', {
  tag: '@long',
}, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/404/);
  const calls = await ownersCalls(request);
  await openPolicy(page, calls, returns);
  const card = page.getByRole('listitem').filter({ hasText: 'Returns' }).first();
  await card.getByRole('button', { name: 'Turn off Returns Policy' }).click();
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  expect((await request.get(`/${returns}`)).status()).toBe(404);
  await card.getByRole('button', { name: 'Turn on Returns Policy' }).click();
  await expect(card.getByText('On', { exact: true })).toBeVisible();
  await expect(card.getByRole('link', { name: 'View Returns Policy' })).toHaveAttribute('target', '_blank');
  expect((await request.get(`/${returns}`)).status()).toBe(200);

  await calls.call('DELETE', `/policies/${returns}`);
  await page.reload();
  await expect(card).toContainText('Not created');
  await expect(card.getByRole('link')).toBeHidden();
  await card.getByRole('button', { name: 'Edit Returns Policy' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Returns & Refunds');
  await save(page);
  await expect(card.getByText('On', { exact: true })).toBeVisible();
});

test('unreadable content is reported and can be replaced', { tag: '@long' }, async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to parse editor state/);
  const calls = await ownersCalls(request);
  await write(calls, terms, '<p>x</p>');
  await page.route(`**/api/policies/${terms}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as PolicyReply;
    await route.fulfill({
      response: answer,
      json: { ...body, data: { ...body.data, content: '{"root":1}' } },
    });
  });
  await openPolicy(page, calls, terms);
  await expect(page.getByText('Invalid content')).toHaveCount(2);
  await page.getByRole('button', { name: 'Start over' }).click();
  await editorOf(page).fill('Readable');
  await expect(page.getByRole('region', { name: 'Live preview' })).toContainText('Readable');
});

test('a policy cannot run code for its readers or editors (T-XSS-02)', async ({ page, request }) => {
  const payloads = [
    '<p>Safe</p><script>window.hit=1</script>',
    '<p onmouseover="window.hit=1">Safe</p><img src=x onerror="window.hit=1">',
    '<p><a href="javascript:window.hit=1">Safe</a></p>',
    '<p>Safe</p><a href="data:text/html,<script>opener.hit=1</script>">d</a>',
    '<p>Safe</p><svg><animate onbegin=window.hit=1 attributeName=x dur=1s></svg>',
    '<p>Safe</p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=1&gt;">',
    '<p>Safe</p><style>body{display:none}</style><iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
    '<p>Safe</p><meta http-equiv="refresh" content="0;url=/cart"><base href="https://evil.example/">',
  ];
  const calls = await ownersCalls(request);
  const sections = payloads.map((content, i) => ({
    heading: `<img src=x onerror=window.hit=1> ${i}`,
    content,
  }));
  await write(calls, terms, payloads.join(''), { sections });
  await page.goto(`/${terms}`);
  const words = page.getByText('Safe', { exact: true });
  await expect(words).toHaveCount(2 * payloads.length);
  await words.nth(2).hover();
  const acting =
    'main :is(script, style, iframe, svg animate, math, img, [onmouseover], [onerror], meta, base)';
  await expect(page.locator(acting)).toHaveCount(0);
  await expect(page.locator('main .rich-text a[href]')).toHaveCount(0);
  await expect(page).toHaveURL(`/${terms}`);
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
  await openPolicy(page, calls, terms);
  await expect(editorOf(page)).toContainText('Safe');
  expect(await page.evaluate(() => 'hit' in window)).toBe(false);
});

test('a product description can be formatted; plain descriptions stay unchanged', { tag: '@long' }, async ({
  page,
  request,
}) => {
  const calls = await ownersCalls(request);
  const body = { name: 'Jaal Throw', price: 900, description: 'Soft <b>wool</b>.\nMade slowly.' };
  const made = await calls.call<Product>('POST', '/products', body);
  await openOffice(page, calls, `/admin/products/edit/${made._id}`);
  const text = editorOf(page, 'Description');
  await expect(text.getByRole('paragraph')).toHaveText(['Soft <b>wool</b>.', 'Made slowly.']);
  await page.getByLabel('List price (MRP)').fill('950');
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect(await calls.call<Product>('GET', `/products/${made._id}`)).toMatchObject({
    description: body.description,
    price: 950,
  });

  await page.goto(`/admin/products/edit/${made._id}`);
  await text.click();
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Subheading' }).click();
  await page.getByRole('button', { name: 'Save product' }).click();
  await expect(page).toHaveURL(/\/admin\/products$/);
  await page.goto(`/products/${made.slug}`);
  const shown = page.getByRole('region', { name: 'Description' });
  await expect(shown.getByRole('heading', { name: 'Soft <b>wool</b>.' })).toBeVisible();
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    'Soft <b>wool</b>. Made slowly.',
  );
  await calls.call('DELETE', `/products/${made._id}`);
});

test('axe finds no violations in the editor', { tag: '@long' }, async ({ page, request }) => {
  const looks = [
    { viewport: desktop, colorScheme: 'light' },
    { viewport: phone, colorScheme: 'dark' },
  ] as const;
  const calls = await ownersCalls(request);
  await write(
    calls,
    terms,
    '<h2>A</h2><ul class="checklist"><li class="checked">x</li></ul><ol><li>y</li></ol>',
  );
  await openPolicy(page, calls, terms);
  await editorOf(page).click();
  await page.keyboard.press('Control+k');
  await expect(page.getByLabel('Link address')).toBeFocused();
  await expectAccessibleIn(page, looks);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByRole('dialog', { name: 'Live preview' }).getByRole('heading', { name: 'A', exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
});
