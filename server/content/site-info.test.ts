import { beforeEach, describe, expect, it } from 'vitest';
import type { LoggedChange } from '../../shared/contract/accounts/audit-log.ts';
import type { SiteInfoAdmin } from '../../shared/contract/site-info.ts';
import { createProduct } from '../../tests/support/factories.ts';
import { asOwner, multipart, photo } from '../../tests/support/owner.ts';
import { lastMail } from '../../tests/support/people.ts';
import { place, read, verify } from '../../tests/support/purchase.ts';
import { testShop } from '../../tests/support/shop.ts';

const shop = await testShop();
const owner = await asOwner(shop);

const all = async () => (await owner.get('/site-info/admin')).body as SiteInfoAdmin;
async function save(change: object): Promise<SiteInfoAdmin> {
  const { status, body } = await owner.put('/site-info/admin', change);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as SiteInfoAdmin;
}
const isThere = async (path: string) => (await shop.app.inject(`/${path}`)).statusCode === 200;
const lastNote = () =>
  shop.db.selectFrom('adminLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();

const season = { title: 'Chai', text: '', filter: 'occasion:monsoon', from: '06-16', to: '02-29' };

describe('site information', () => {
  it('is saved in parts, shown to everyone, and recorded in the audit log', async () => {
    const saved = await save({
      clientName: ' Haat ',
      mobile: '+91 98765 43210',
      email: 'Hello@Haat.Example',
      socialLinks: { instagram: 'instagram.com/haat' },
      businessHours: { sunday: 'Closed' },
      storyParagraphs: ['One\n\nline', 'Two'],
      values: [{ title: 'Honest', description: '' }],
      claims: { guarantee: { title: '30-day guarantee', detail: 'Send it back' } },
      grievanceOfficer: { name: 'Lakshmi', email: 'care@haat.example', phone: '' },
      legalName: 'Haat Crafts LLP',
      asksForAddress: false,
      mapEmbedUrl: '<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>',
      testMode: false,
      nonsense: 1,
      address: '14 Bagru Road,\r\n near the  station\n\nJaipur 302029\n',
    });
    expect(saved).toMatchObject({ clientName: 'Haat', mobile: '9876543210', tagline: 'Welcome to our shop' });
    expect(saved.address).toBe('14 Bagru Road, near the station, Jaipur 302029');
    expect((await shop.get('/site-info')).body).toMatchObject({
      clientName: 'Haat',
      email: 'hello@haat.example',
      socialLinks: { instagram: 'https://instagram.com/haat', facebook: '' },
      businessHours: { mon_fri: '', sunday: 'Closed' },
      storyParagraphs: ['One\n\nline', 'Two'],
      claims: { guarantee: { title: '30-day guarantee' }, shipping: { title: '' } },
      grievanceOfficer: { name: 'Lakshmi' },
      legalName: 'Haat Crafts LLP',
      asksForAddress: false,
      testMode: true,
      mapEmbedUrl: 'https://www.google.com/maps/embed?pb=1',
    });
    expect(await lastNote()).toMatchObject({
      action: 'site-info.update',
      subject: saved._id,
      detail: { changes: expect.arrayContaining([expect.objectContaining({ field: 'legalName' })]) },
    });
    const { changes } = (await lastNote()).detail as { changes: LoggedChange[] };
    const fields = changes.map(({ field }) => field);
    expect(fields).not.toContain('tagline');
  });

  it('does not show private fields', async () => {
    const { body } = await shop.get('/site-info');
    for (const name of ['gstin', 'invoicePrefix', 'version', 'maxOrderRupees', 'settings'])
      expect(Object.keys(body)).not.toContain(name);
  });

  it('reports that another admin has saved meanwhile, with the saved values', async () => {
    const seen = await all();
    const another = await save({ tagline: 'Other', version: seen.version });
    const late = await owner.put('/site-info/admin', { tagline: 'Own', version: seen.version });
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'site_info_changed', current: { tagline: 'Other', version: another.version } },
    ]);
    expect((await save({ tagline: 'Own', version: another.version })).tagline).toBe('Own');
    expect((await save({ tagline: 'Unversioned' })).version).toBe(another.version + 2);
  });

  it.each<[string, object, string, string]>([
    ['no name', { clientName: ' ' }, 'clientName', 'Shop name is required'],
    ['a long name', { clientName: 'x'.repeat(101) }, 'clientName', 'Shop name is too long'],
    ['no text', { tagline: 5 }, 'tagline', 'Tagline must be a text'],
    ['an e-mail', { email: 'hello' }, 'email', 'Enter a valid email address'],
    ['a mobile', { mobile: '12345' }, 'mobile', 'Enter a valid Indian mobile number'],
    [
      'a script for a map',
      { mapEmbedUrl: 'javascript:alert(1)' },
      'mapEmbedUrl',
      'Enter the https address of',
    ],
    ['data for a map', { mapEmbedUrl: 'data:text/html,x' }, 'mapEmbedUrl', 'Enter the https address of'],
    ['another host', { mapEmbedUrl: 'https://evil.example/maps/embed' }, 'mapEmbedUrl', 'Enter the https'],
    [
      'a script for a link',
      { socialLinks: { facebook: 'javascript:alert(1)' } },
      'socialLinks.facebook',
      'Enter the https address of a Facebook page',
    ],
    [
      'another network',
      { socialLinks: { twitter: 'https://facebook.com/x' } },
      'socialLinks.twitter',
      'Enter the',
    ],
    ['a GSTIN', { gstin: '08AAAFH0000A1ZM' }, 'gstin', 'Enter a valid GSTIN'],
    ['an id of Google', { ga4Id: 'UA-1' }, 'ga4Id', 'Enter a measurement ID like G-AB12CD34EF'],
    ['an id with markup', { metaPixelId: '12345678">' }, 'metaPixelId', 'Enter a pixel ID of 8 to 20 digits'],
    [
      'a GSTIN of elsewhere',
      { gstin: '08AAAFH0000A1ZL', state: 'Goa' },
      'gstin',
      'This GSTIN belongs to Rajasthan',
    ],
    ['a state', { state: 'Atlantis' }, 'state', 'Choose a state'],
    ['a long prefix', { invoicePrefix: 'HAAT' }, 'invoicePrefix', '1 to 3 letters or digits'],
    ['signs in a prefix', { invoicePrefix: 'H_T' }, 'invoicePrefix', '1 to 3 letters or digits'],
    ['a slash at the end', { invoicePrefix: 'H/' }, 'invoicePrefix', '1 to 3 letters or digits'],
    ['no prefix', { invoicePrefix: '' }, 'invoicePrefix', '1 to 3 letters or digits'],
    [
      'the prefix of credit notes',
      { invoicePrefix: 'cn' },
      'invoicePrefix',
      'CN, GCN and GVN are the series of credit notes',
    ],
    ['a threshold that is no number', { lowStockAt: -1 }, 'lowStockAt', 'Enter a whole number'],
    ['orders of nothing', { minOrderRupees: 0 }, 'minOrderRupees', 'Enter an amount from'],
    ['parts of a paisa', { minOrderRupees: 1.005 }, 'minOrderRupees', 'At most 2 decimals'],
    [
      'limits that cross',
      { minOrderRupees: 500, maxOrderRupees: 400 },
      'maxOrderRupees',
      'The largest order must not be smaller than the smallest order',
    ],
    [
      'an officer without a name',
      { grievanceOfficer: { name: '', email: 'a@b.in', phone: '' } },
      'grievanceOfficer.name',
      'Name is required',
    ],
    [
      'an officer out of reach',
      { grievanceOfficer: { name: 'Asha', email: '', phone: '' } },
      'grievanceOfficer.email',
      'An email or a phone number is required',
    ],
    ['a member without a name', { teamMembers: [{ name: ' ' }] }, 'teamMembers.0.name', 'Name is required'],
    ['a value without a title', { values: [{ title: '', description: 'x' }] }, 'values.0.title', 'Title is'],
    ['too much of a story', { storyParagraphs: Array(51).fill('x') }, 'storyParagraphs', 'At most 50'],
    [
      'a foreign picture',
      { companyImageUrl: 'https://evil.example/x.png' },
      'companyImageUrl',
      'Not a picture',
    ],
    ['a day that no year has', { seasons: [{ ...season, to: '02-30' }] }, 'seasons.0.to', 'Enter a day'],
    [
      'a season without products',
      { seasons: [{ ...season, filter: '' }] },
      'seasons.0.filter',
      'Choose a value',
    ],
    ['gifts that are no value', { giftFilter: 'gifts' }, 'giftFilter', 'Choose a value'],
    ['a path', { companyImageUrl: '../../.env' }, 'companyImageUrl', 'Not a picture of this shop'],
    [
      'a picture that is not there',
      { teamMembers: [{ name: 'A', imageUrl: 'uploads/site/nowhere.webp' }] },
      'teamMembers.0.imageUrl',
      'Not a picture of this shop',
    ],
  ])('refuses %s', async (_, change, field, message) => {
    const before = await all();
    const { status, body } = await owner.put('/site-info/admin', change);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect((body.errors as Record<string, string>)[field]).toContain(message);
    expect(await all()).toEqual(before);
  });

  it('has seasons and gifts for the home page', async () => {
    await save({ seasons: [season], giftFilter: 'occasion:gifts' });
    expect((await shop.get('/site-info')).body).toMatchObject({
      seasons: [season],
      giftFilter: 'occasion:gifts',
    });
  });

  it('shows markup in the name of a team member as text (T-XSS-03)', async () => {
    const name = '<img src=x onerror=alert(1)>';
    await save({ teamMembers: [{ name, position: '"><script>alert(1)</script>' }] });
    expect((await shop.get('/site-info')).body.teamMembers).toMatchObject([{ name, imageUrl: '' }]);
  });

  it('derives the state from the GSTIN if none is chosen', async () => {
    expect(await save({ gstin: ' 08aaafh0000a1zl ', state: '' })).toMatchObject({
      gstin: '08AAAFH0000A1ZL',
      state: 'Rajasthan',
    });
  });
});

describe('pictures of the site', () => {
  const picture = async (name: string) => ({ name, value: await photo(), filename: 'photo.jpg' });
  const upload = async (parts: Parameters<typeof multipart>[0]) =>
    owner.post('/site-info/upload-images', multipart(parts));
  let members: SiteInfoAdmin['teamMembers'];
  beforeEach(async () => {
    members = (await save({ teamMembers: [{ name: 'Meher' }, { name: 'Irfan' }] })).teamMembers;
  });

  it('replace the earlier pictures of the company and the team, which are deleted', async () => {
    const ids = members.map(({ _id }) => ({ name: 'teamImageIds', value: _id }));
    const first = await upload([
      await picture('companyImage'),
      await picture('teamImages'),
      await picture('teamImages'),
      ...ids,
    ]);
    expect([first.status, Object.keys(first.body)]).toEqual([200, ['companyImageUrl', 'teamMembers']]);
    const now = await all();
    expect(first.body).toMatchObject({
      companyImageUrl: now.companyImageUrl,
      teamMembers: now.teamMembers.map(({ _id, imageUrl }) => ({ _id, imageUrl })),
    });
    expect(new Set([now.companyImageUrl, ...now.teamMembers.map(({ imageUrl }) => imageUrl)]).size).toBe(3);

    const old = now.companyImageUrl;
    expect(await isThere(old)).toBe(true);
    await upload([await picture('companyImage'), { name: 'prevCompanyImageUrl', value: old }]);
    expect(await isThere(old)).toBe(false);
    const replaced = (await all()).companyImageUrl;
    const chosen = await owner.upload('site');
    await save({ companyImageUrl: chosen });
    expect([await isThere(replaced), await isThere(chosen)]).toEqual([false, true]);
    await save({ companyImageUrl: '' });
    expect(await isThere(chosen)).toBe(false);
  });

  it('never delete pictures of other kinds (T-UPL-04)', async () => {
    const product = await owner.upload('product');
    const hero = await owner.upload('site');
    await save({ heroImages: [hero] });
    const stranger = await owner.upload('site');
    const { status } = await upload([
      await picture('companyImage'),
      { name: 'prevCompanyImageUrl', value: '../../.env' },
      await picture('teamImages'),
      { name: 'teamImageIds', value: String(members[0]?._id) },
      ...[product, hero, stranger, '/etc/passwd'].map((value) => ({ name: 'prevTeamImageUrls', value })),
    ]);
    expect(status).toBe(200);
    for (const path of [product, hero, stranger]) expect(await isThere(path), path).toBe(true);
  });

  it('are rejected for unknown team members and not stored', async () => {
    const before = await all();
    const count = async () => (await shop.db.selectFrom('mediaFiles').select('path').execute()).length;
    const files = await count();
    const wrong: Parameters<typeof multipart>[0][] = [
      [],
      [{ name: 'companyImage', value: 'no picture', filename: 'x.jpg' }],
      [await picture('somethingElse')],
      [await picture('companyImage'), await picture('companyImage')],
      [await picture('teamImages')],
      [await picture('teamImages'), { name: 'teamImageIds', value: 'nobody' }],
    ];
    const statuses = [];
    for (const parts of wrong) statuses.push((await upload(parts)).status);
    expect(statuses).toEqual([400, 415, 400, 400, 400, 400]);
    expect((await owner.post('/site-info/upload-images', {})).status).toBe(400);
    expect([await all(), await count()]).toEqual([before, files]);
  });
});

describe('settings', () => {
  async function invoiceNumber() {
    const product = await createProduct(shop.db);
    const order = await place(shop, [{ id: product.id }]);
    await verify(shop, await shop.fake.pay(order.providerOrderId));
    return (await read(shop, order)).invoice_number;
  }

  it('keep invoice numbers without gaps when the prefix changes', async () => {
    Object.assign(shop.deps.payments, { name: 'razorpay', test: false });
    const numbers = [];
    for (const invoicePrefix of ['HT', 'a-b', 'HT']) {
      await save({ invoicePrefix });
      numbers.push(String(await invoiceNumber()).replace(/\d\d-\d\d/, 'YEAR'));
    }
    Object.assign(shop.deps.payments, { name: 'sandbox', test: true });
    expect(numbers).toEqual(['HT/YEAR/000001', 'A-B/YEAR/000001', 'HT/YEAR/000002']);
  });

  it('limit the amount of an order', async () => {
    const product = await createProduct(shop.db);
    await save({ maxOrderRupees: 10, minOrderRupees: 1 });
    await expect(place(shop, [{ id: product.id }])).rejects.toThrow(/400/);
    await save({ maxOrderRupees: 500_000 });
    await place(shop, [{ id: product.id }]);
  });

  it('send a test mail to the admin and report its destination', async () => {
    const { status, body } = await owner.post('/settings/test-mail');
    const { email } = await shop.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', owner.userId)
      .executeTakeFirstOrThrow();
    const mail = await lastMail(shop, String(email));
    expect([status, body]).toEqual([201, { success: true, to: email, file: `mail/${mail?.id}.eml` }]);
    expect(mail).toMatchObject({ kind: 'test', status: 'sent', subject: 'Test mail from Haat' });
    expect(await lastNote()).toMatchObject({ action: 'settings.test-mail', subject: mail?.id });

    await shop.db.updateTable('users').set({ email: null }).where('id', '=', owner.userId).execute();
    expect((await owner.post('/settings/test-mail')).body).toMatchObject({
      message: 'Your account has no email address.',
    });
  });
});
