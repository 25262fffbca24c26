import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultDelivery } from '../../shared/contract/orders/delivery.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import { settings } from '../../shared/contract/site-info.ts';
import { richTextOf, writeRichText } from '../../shared/text/rich-text.ts';
import { asOwner } from '../../tests/support/owner.ts';
import { type TestShop, testShop } from '../../tests/support/shop.ts';
import { bareContent, renderPolicies } from './content.ts';
import { policyTemplates } from './policy-templates.ts';

const shop = await testShop();
const owner = await asOwner(shop);
const templates = policyTemplates({ ...bareContent, ...settings.parse({}) });

const type = 'shipping-policy';
const rich = (text: string) => writeRichText(richTextOf(text));
const body = (more: object = {}) => ({
  type,
  title: 'Shipping Policy',
  content: rich('We ship on Mondays.'),
  sections: [{ heading: 'Charges', content: '<p>Free over Rs.50</p>', order: 0 }],
  ...more,
});
const save = async (more: object = {}) => {
  const reply = await owner.post('/policies', body(more));
  return { ...reply, policy: reply.body.data as Policy };
};
const seen = async (path: string = type) => (await shop.get(`/policies/${path}`)).body.data as Policy;
const noted = async () =>
  (await shop.db.selectFrom('adminLog').select('action').orderBy('id', 'desc').execute()).map(
    ({ action }) => action,
  );

describe('the policies of a new shop', () => {
  it('are drafts that say what the settings say, and are published one by one', async () => {
    const types = async () => ((await shop.get('/policies')).body.data as Policy[]).map((item) => item.type);
    const draft = async (name: string) => (await owner.get(`/policies/${name}`)).body.data as Policy;
    expect(await types()).toEqual([]);
    expect((await shop.get(`/policies/${type}`)).status).toBe(404);
    expect(JSON.stringify(await draft(type))).toContain('Free delivery.');
    const rates = [
      { from: 0, amount: 79 },
      { from: 999, amount: 0 },
    ];
    const days = { dispatch: { min: 1, max: 1 }, transit: { min: 3, max: 6 } };
    const delivery = { ...defaultDelivery, elsewhere: { ...defaultDelivery.elsewhere, rates, days } };
    expect((await owner.put('/site-info/admin', { delivery, returnDays: 7 })).status).toBe(200);
    const text = JSON.stringify(await draft(type));
    for (const said of ['within 1 business days', 'takes 3-6 working days', 'Delivery ₹79, free from ₹999.'])
      expect(text).toContain(said);
    expect(JSON.stringify(await draft('returns-refunds'))).toContain('within 7 days of receipt');
    expect(await types()).toEqual([]);

    const { version } = await draft(type);
    expect((await owner.patch(`/policies/${type}/toggle`)).status).toBe(200);
    expect(await types()).toEqual([type]);
    // One that was edited stays as the owner wrote it.
    expect((await owner.post('/policies', body({ type: 'returns-refunds', version }))).status).toBe(200);
    const free = { delivery: defaultDelivery, returnDays: 30 };
    expect((await owner.put('/site-info/admin', free)).status).toBe(200);
    expect(JSON.stringify(await seen())).toContain('Free delivery.');
    expect(JSON.stringify(await draft('returns-refunds'))).toContain('We ship on Mondays.');
    expect((await owner.put('/site-info/admin', { returnDays: null })).status).toBe(200);
    await shop.db.updateTable('policies').set({ isActive: true }).execute();
  });
});

describe('saving a policy', () => {
  it('changes the public text and is recorded in the audit log', async () => {
    const before = await seen();
    const { status, policy } = await save({ title: ' Delivery ' });
    expect([status, policy.version]).toEqual([200, before.version + 1]);
    expect(await seen()).toEqual(policy);
    expect(policy).toMatchObject({
      _id: before._id,
      title: 'Delivery',
      html: '<p>We ship on Mondays.</p>',
      sections: [{ heading: 'Charges', html: '<p>Free over Rs.50</p>', order: 0 }],
    });
    expect(policy.lastUpdated > before.lastUpdated).toBe(true);
    expect((await noted())[0]).toBe('policy.update');
  });

  it('numbers the sections in order', async () => {
    const sections = ['c', 'a', 'b'].map((heading, i) => ({
      heading,
      content: rich(heading),
      order: [9, 2, 5][i],
    }));
    const { policy } = await save({ sections });
    expect(policy.sections.map(({ heading, order }) => [heading, order])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    expect((await save({ sections: undefined })).policy.sections).toEqual([]);
  });

  const needs = 'Please enter a title and main content.';
  const sectionNeeds = 'All sections must have a heading and content.';
  const section = (more: object) => ({ sections: [{ heading: 'H', content: rich('x'), order: 0, ...more }] });
  it.each([
    [{ title: ' ' }, 'title', needs],
    [{ title: undefined }, 'title', needs],
    [{ content: '' }, 'content', needs],
    [{ content: undefined }, 'content', needs],
    [{ content: rich('') }, 'content', needs],
    [{ content: '<p>&nbsp;</p><script>alert(1)</script>' }, 'content', needs],
    [{ content: 'no tree' }, 'content', 'Invalid content'],
    [{ content: '{"root":{}}' }, 'content', 'Invalid content'],
    [
      { content: `{"root":${'{"children":['.repeat(9000)}${']}'.repeat(9000)}}` },
      'content',
      'Invalid content',
    ],
    [{ content: `<p>${'x'.repeat(200_000)}</p>` }, 'content', 'This text is too long'],
    [{ content: '<ul><li>x'.repeat(20_000) }, 'content', 'At most 40 levels of nesting'],
    [section({ content: '<b>'.repeat(41) }), 'sections.0.content', 'At most 40 levels of nesting'],
    [{ title: 'x'.repeat(201) }, 'title', 'At most 200 characters'],
    [section({ heading: '' }), 'sections.0.heading', sectionNeeds],
    [section({ content: rich(' ') }), 'sections.0.content', sectionNeeds],
    [section({ content: '{' }), 'sections.0.content', 'Invalid content'],
    [{ sections: 'x' }, 'sections', 'Must be a list'],
    [{ sections: Array(51).fill(section({}).sections[0]) }, 'sections', 'At most 50 sections'],
    [{ type: 'cookies' }, 'type', 'Choose one of the four policies'],
  ])('refuses %#: %s', async (wrong, field, message) => {
    const before = await seen();
    const { status, body } = await save(wrong);
    const whole = message.replace(/^Must/, `${field} must`);
    expect([status, body.message, body.errors]).toEqual([400, whole, { [field]: message }]);
    expect(await seen()).toEqual(before);
  });

  it('rejects content that is too large', async () => {
    expect((await save({ content: 'x'.repeat(1_100_000) })).status).toBe(413);
  });

  it('removes everything that could run (T-XSS-02)', async () => {
    const payload =
      '<p onclick="x()">Hi<script>alert(1)</script></p><a href="javascript:x()">a</a><base href="//x">';
    const { policy } = await save({
      content: payload,
      sections: [{ heading: '<b>H</b>', content: payload }],
    });
    const safe = '<p>Hi</p><a rel="noopener noreferrer nofollow">a</a>';
    expect([policy.content, policy.html, policy.sections[0]?.content]).toEqual([safe, safe, safe]);
    expect(policy.sections[0]?.heading).toBe('<b>H</b>');
  });
});

describe('the HTML of a policy', () => {
  it('is sanitised in a worker thread when it is saved, and not when it is read (T-CPU-02)', async () => {
    const run = vi.spyOn(shop.deps.workers, 'run');
    const { policy } = await save();
    expect(run).toHaveBeenCalledTimes(1);
    await shop.db.updateTable('policies').set({ html: '<p>Stored</p>' }).where('type', '=', type).execute();
    expect(await seen()).toEqual({ ...policy, html: '<p>Stored</p>' });
    expect(run).toHaveBeenCalledTimes(1);
    run.mockRestore();
  });

  it('is rendered at the start if an earlier version stored the policy (T-CPU-02)', async () => {
    const { policy } = await save();
    const earlier = (content: string) => ({
      content,
      html: null,
      words: null,
      sections: JSON.stringify([{ heading: 'Charges', content: '<p>Free<script>x</script></p>', order: 0 }]),
    });
    const update = (content: string) =>
      shop.db.updateTable('policies').set(earlier(content)).where('type', '=', type).execute();
    const sections = [{ html: '<p>Free</p>' }];
    await update(rich('We ship on Mondays.'));
    await renderPolicies(shop.db);
    expect(await seen()).toMatchObject({ html: policy.html, version: policy.version, sections });
    await update('<ul><li>x'.repeat(20_000));
    await renderPolicies(shop.db);
    expect(await seen()).toMatchObject({ html: null, sections });
  });
});

describe('two admins who edit one policy', () => {
  it('don’t overwrite each other without notice', async () => {
    const { version } = await seen();
    const first = await save({ title: 'First', version });
    expect(first.status).toBe(200);
    const second = await save({ title: 'Second', version });
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({ success: false, code: 'policy_changed', data: first.policy });
    expect((await seen()).title).toBe('First');
    expect((await save({ title: 'Second', version: first.policy.version })).status).toBe(200);
  });

  it('get a conflict if the policy was deleted or created again', async () => {
    const { version } = await seen();
    await owner.delete(`/policies/${type}`);
    const gone = await save({ version });
    expect([gone.status, gone.body.data]).toEqual([409, null]);
    const recreated = await save({ version: 0 });
    expect(recreated.status).toBe(201);
    expect((await save({ version: 0 })).status).toBe(409);
    expect((await save({ version })).status).toBe(409);
    expect((await save({ version: recreated.policy.version })).status).toBe(200);
  });

  it('never create it twice', async () => {
    await owner.delete(`/policies/${type}`);
    const answers = await Promise.all([save({ version: 0 }), save({ version: 0 }), save()]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
  });
});

describe('a policy', () => {
  beforeEach(() => shop.db.updateTable('policies').set({ isActive: true }).execute());

  it('is deactivated and activated by type or id', async () => {
    const { _id, version } = await seen('terms-condition');
    expect((await owner.patch('/policies/terms-condition/toggle')).body).toMatchObject({
      success: true,
      data: { _id, isActive: false, version },
    });
    expect((await shop.get('/policies/terms-condition')).status).toBe(404);
    expect((await shop.get(`/policies/${_id}`)).status).toBe(404);
    expect((await owner.get(`/policies/${_id}`)).body).toMatchObject({ data: { isActive: false } });
    const types = async (from: Pick<TestShop, 'get'>) =>
      ((await from.get('/policies')).body.data as Policy[]).map((item) => item.type);
    expect(await types(shop)).not.toContain('terms-condition');
    expect(await types(owner as Pick<TestShop, 'get'>)).toContain('terms-condition');
    expect((await owner.patch(`/policies/${_id}/toggle`)).body).toMatchObject({ data: { isActive: true } });
    expect((await noted()).slice(0, 2)).toEqual(['policy.show', 'policy.hide']);
  });

  it('is deleted', async () => {
    expect((await owner.delete('/policies/privacy-policy')).body).toEqual({ success: true });
    expect((await shop.get('/policies/privacy-policy')).status).toBe(404);
    expect((await noted())[0]).toBe('policy.delete');
  });

  it.each(['no-such', '00000000-0000-4000-8000-000000000000', '%00'])(
    'that does not exist is a 404: %s',
    async (id) => {
      const statuses = [
        await shop.get(`/policies/${id}`),
        await owner.patch(`/policies/${id}/toggle`),
        await owner.delete(`/policies/${id}`),
      ].map(({ status }) => status);
      expect(statuses.every((status) => [400, 404].includes(status))).toBe(true);
    },
  );

  it('has a template with the facts of the spec and nothing about a particular shop', () => {
    const text = (type: string) => JSON.stringify(templates.find((template) => template.type === type));
    const facts: Record<string, string[]> = {
      'shipping-policy': ['2-3 business days', '5-7 working days', 'Free delivery.', 'customs and duty'],
      'returns-refunds': [
        'within 30 days of receipt',
        'within 5 business days after inspection',
        'only for the same item in another size or color',
        'unless the item is defective or incorrect',
      ],
      'terms-condition': ['capped at the amount you paid to us in the preceding six months'],
    };
    for (const [type, said] of Object.entries(facts))
      for (const fact of said) expect(text(type)).toContain(fact);
    const sections = (type: string) => templates.find((template) => template.type === type)?.sections ?? [];
    expect([sections('privacy-policy').length, sections('terms-condition').length]).toEqual([5, 5]);
    expect(sections('privacy-policy').at(-1)?.content.match(/<li>/g)).toHaveLength(6);
    expect(JSON.stringify(templates)).not.toMatch(
      /hand|earring|food|unwashed|encrypted|courier|festival|Sunday|photograph|do not sell|promptly|maker/i,
    );
  });

  it('can be created from its template', async () => {
    const { body } = await owner.get('/policies/templates');
    expect(body).toEqual({ success: true, data: templates });
    expect((await shop.get('/policies/templates')).status).toBe(401);
    for (const template of templates) {
      const reply = await owner.post('/policies', template);
      expect([reply.status, reply.body.data]).toMatchObject([
        expect.any(Number),
        { content: template.content, html: template.content },
      ]);
    }
  });
});
