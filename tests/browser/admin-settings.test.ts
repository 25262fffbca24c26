import type { Page } from '@playwright/test';
import type { SiteInfoAdmin } from '../../shared/contract/site-info.ts';
import { type OwnersCalls, openOffice, ownersCalls, pictureFile } from '../support/browser-owner.ts';
import { desktop } from '../support/browser-shopper.ts';
import { expect, test } from '../support/browser-test.ts';

test.use({ viewport: desktop });

let calls: OwnersCalls;
let before: SiteInfoAdmin;
test.beforeEach(async ({ request }) => {
  calls = await ownersCalls(request);
  before = await calls.call('GET', '/site-info/admin');
});
test.afterEach(async () => {
  const { _id, version, updatedAt, companyImageUrl, teamMembers, ...rest } = before;
  const now = await calls.call<SiteInfoAdmin>('GET', '/site-info/admin');
  const images = new Map(now.teamMembers.map((member) => [member._id, member.imageUrl]));
  // A picture that was replaced is gone.
  const members = teamMembers.map((member) => ({ ...member, imageUrl: images.get(member._id) ?? '' }));
  await calls.call('PUT', '/site-info/admin', { ...rest, teamMembers: members });
});

test('saved settings appear in the shop immediately', async ({ page, request }) => {
  await request.get('/about');
  expect(await (await request.get('/contact')).text()).toContain(
    'Get 10% off your first order when you sign up.',
  );
  await openOffice(page, calls, '/admin/site-info');
  await page.getByLabel('Tagline').fill('Open on the moon');
  const basics = page.getByRole('region', { name: 'Basic Information' });
  await basics.getByLabel('Change: Company image').setInputFiles(await pictureFile('c.png', '#2b3a8c'));

  const story = page.getByRole('region', { name: 'Our Story' });
  await story.getByRole('button', { name: 'Add paragraph' }).click();
  await expect(story.getByRole('textbox').last()).toBeFocused();
  await page.keyboard.type('It began with <b>one</b> cart.');
  const last = await story.getByRole('textbox').count();
  for (let place = last; place > 1; place--) {
    await story.getByRole('button', { name: `Move paragraph ${place}`, exact: true }).press('ArrowUp');
  }
  await expect(story.getByLabel('Paragraph 1', { exact: true })).toHaveValue(
    'It began with <b>one</b> cart.',
  );
  await story.getByRole('button', { name: `Remove paragraph ${last}` }).click();
  await expect(story.getByRole('button', { name: 'Add paragraph' })).toBeFocused();
  await story.getByRole('button', { name: 'Add paragraph' }).click();

  const team = page.getByRole('region', { name: 'Team Members' });
  await team.getByRole('button', { name: 'Add team member' }).click();
  await expect(team.getByLabel('Name').last()).toBeFocused();
  await page.keyboard.type('<img src=x onerror=alert(1)>');
  await team.getByLabel('Position').last().fill('Potter');
  await team
    .getByLabel(/Choose a picture/)
    .last()
    .setInputFiles(await pictureFile('p.png', '#b3402e'));
  await expect(team.getByRole('img', { name: 'onerror' })).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Site info updated successfully!')).toBeVisible();
  await expect(page.getByText('Not saved yet')).toBeHidden();

  // A former address of the section.
  await page.goto('/admin/site-info#hours');
  await expect(page).toHaveURL('/admin/settings/contact#hours');
  await expect(page.getByRole('region', { name: 'Business hours' })).toBeFocused();
  await page.getByLabel('Monday - Friday').fill('Dawn to dusk');
  const officer = page.getByRole('region', { name: 'Grievance officer' });
  await officer.getByLabel('Name').fill('Lakshmi N');
  await officer.getByLabel('Phone').fill('+91 98765 43210');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByLabel('Sunday').fill('Noon');
  await expect(page.getByText('Saved', { exact: true })).toBeHidden();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await page.getByLabel('Sunday').fill(before.businessHours.sunday);
  await expect(page.getByText('Not saved yet')).toBeHidden();

  const read = async (path: string) => (await request.get(path)).text();
  await expect.poll(() => read('/about')).toContain('Open on the moon');
  const about = await read('/about');
  expect(about).toContain('It began with &lt;b&gt;one&lt;/b&gt; cart.');
  expect(about).toContain('&lt;img src=x onerror=alert(1)&gt;');
  const saved = await calls.call<SiteInfoAdmin>('GET', '/site-info/admin');
  expect(saved.storyParagraphs).toHaveLength(before.storyParagraphs.length);
  for (const path of [saved.companyImageUrl, saved.teamMembers.at(-1)?.imageUrl]) {
    expect(path).toMatch(/^uploads\/site\//);
    expect(about).toContain(String(path).replace(/\.webp$/, ''));
  }
  expect((await request.get(`/${before.companyImageUrl}`)).status()).toBe(404);
  await expect.poll(() => read('/contact')).toContain('Dawn to dusk');
  await page.goto('/contact');
  await expect(page.getByText('Dawn to dusk')).toBeVisible();
  await expect(page.getByText('Lakshmi N')).toBeVisible();

  await page.goto('/admin/search');
  const synonyms = page.getByLabel('Words that mean the same');
  const formerSynonyms = await synonyms.inputValue();
  const save = async (added: string) => {
    await synonyms.fill(`${formerSynonyms}\n${added}`);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  expect(await read('/products?search=qwertyuiop')).toContain('No products found');
  await save('qwertyuiop');
  await expect(page.getByText('Enter at least two words in each line')).toBeVisible();
  await save('qwertyuiop, stole');
  await expect(page.getByText('The synonyms were saved')).toBeVisible();
  await expect.poll(() => read('/products?search=qwertyuiop')).not.toContain('No products found');
  await save('');
  await expect.poll(() => read('/products?search=qwertyuiop')).toContain('No products found');
});

test('errors are shown under their fields, the first invalid field gets the focus, and leaving asks for confirmation', {
  tag: '@long',
}, async ({ page, expectedErrors }) => {
  expectedErrors.push(/400/, /503/, /Something went wrong/);
  let away = false;
  await page.route('**/api/site-info/admin', (route) =>
    away && route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await openOffice(page, calls, '/admin/site-info');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await page.getByLabel('Pinterest').fill('https://evil.example/pins');
  await page.getByLabel('Facebook').fill('javascript:alert(1)');
  await page.getByLabel('Map embed URL').fill('https://evil.example/maps');
  await save.click();
  await expect(page.getByLabel('Map embed URL')).toBeFocused();
  const ofPinterest = page.getByText('Enter the https address of a Pinterest page');
  await expect(ofPinterest).toBeVisible();
  await page.getByLabel('Facebook').fill('https://www.facebook.com/haat');
  await expect(page.getByText('Enter the https address of a Facebook page')).toBeHidden();
  await expect(ofPinterest).toBeVisible();

  await page.getByLabel('Pinterest').fill('https://www.pinterest.com/haat');
  await page.getByLabel('Map embed URL').fill('');
  away = true;
  await save.click();
  await expect(page.getByText('Update failed. Check console for errors.')).toBeVisible();
  await expect(page.getByLabel('Pinterest')).toHaveValue('https://www.pinterest.com/haat');

  await page.getByRole('link', { name: 'Queries' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Pinterest')).toHaveValue('https://www.pinterest.com/haat');
  await page.getByRole('link', { name: 'Queries' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Contact queries', level: 1 })).toBeVisible();
});

test('two admins at once: no change is overwritten without notice', { tag: '@long' }, async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409/);
  await openOffice(page, calls, '/admin/site-info');
  await page.getByLabel('Tagline').fill('Own');
  await page.getByLabel('Instagram').fill('https://www.instagram.com/own');
  const pinterest = 'https://www.pinterest.com/other';
  const otherChange = { mobile: '9876543210', tagline: 'Other', socialLinks: { pinterest } };
  await calls.call('PUT', '/site-info/admin', otherChange);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const choice = page.getByRole('dialog', { name: 'Someone else changed this page' });
  await choice.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByText('Site info updated successfully!')).toBeVisible();
  await expect(page.getByLabel('Mobile (Optional)')).toHaveValue('9876543210');
  expect(await calls.call('GET', '/site-info/admin')).toMatchObject({
    tagline: 'Own',
    mobile: '9876543210',
    socialLinks: { pinterest, instagram: 'https://www.instagram.com/own' },
  });

  await page.getByLabel('Tagline').fill('Own again');
  await calls.call('PUT', '/site-info/admin', { tagline: 'Other again' });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await choice.getByRole('button', { name: 'Load saved version' }).click();
  await expect(page.getByLabel('Tagline')).toHaveValue('Other again');

  // What another admin changed elsewhere is no obstacle.
  await page.getByLabel('Tagline').fill('Own once more');
  await calls.call('PUT', '/site-info/admin', { minOrderRupees: 2 });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Site info updated successfully!')).toBeVisible();
  expect(await calls.call('GET', '/site-info/admin')).toMatchObject({
    tagline: 'Own once more',
    minOrderRupees: 2,
  });

  await page.goto('/admin/site-info#mail');
  await expect(page.getByLabel('Send to')).toBeFocused();
});

/** The texts of the labels on a page, without those of filters and of choices among the shop's own data. */
const labelsOn = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>('form :is(label, legend)')]
      .filter((label) => label.checkVisibility() && label.textContent !== 'Add a product')
      .filter((label) => !label.querySelector('[type=checkbox]:not([name]), [type=radio], [type=file]'))
      .map((label) =>
        (label.textContent ?? '')
          .replace(/\(Optional\)| \d+$/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
  );

test('the search of Settings finds every field, by the words of owners too, and leads to it', async ({
  page,
}) => {
  await openOffice(page, calls, '/admin');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  const paths = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const labels = new Map<string, string[]>();
  // The look has an editor instead of fields.
  for (const path of paths.filter((to) => to !== '/admin/theme')) {
    await page.goto(path);
    await expect(page.getByRole('navigation', { name: 'Settings', exact: true })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    labels.set(path, await labelsOn(page));
  }
  expect([...labels.values()].flat().length).toBeGreaterThan(80);

  await page.goto('/admin/settings');
  const box = page.getByRole('searchbox', { name: 'Search settings' });
  const found = page.getByRole('list', { name: 'Settings found' }).getByRole('link');
  for (const [path, texts] of labels) {
    for (const text of new Set(texts)) {
      await box.fill(text);
      await expect
        .soft(found.and(page.locator(`[href^="${path}"]`)).first(), `“${text}” of ${path} is found`)
        .toBeAttached({ timeout: 2000 });
    }
  }

  for (const [typed, first] of [
    ['gst', 'GSTIN'],
    ['logo', 'Company image'],
    ['smtp', 'Mail server'],
    ['upi', 'Key id'],
    ['returns', 'Returns within (days)'],
  ] as const) {
    await box.fill(typed);
    await expect(found.filter({ hasText: first }).first(), typed).toBeVisible();
  }
  await box.fill('no such thing');
  await expect(page.getByText('No settings match “no such thing”.')).toBeVisible();
  await box.fill('gstin');
  await box.press('Enter');
  await expect(page.getByLabel('GSTIN')).toBeFocused();
  await page.goBack();
  await expect(box).toHaveValue('gstin');
  await box.fill('logo');
  await box.press('Enter');
  await expect(page.getByLabel('Change: Company image')).toBeFocused();
  await page.goBack();
  await box.fill('holidays date');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/admin\/delivery/);
  await expect(page.getByRole('heading', { name: 'Holidays' })).toBeInViewport();
});
