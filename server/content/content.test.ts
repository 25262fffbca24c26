import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestShop, type TestShop } from '../../tests/support/shop.ts';
import { renderRichText } from './rich-text.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop.close());

describe('rich text', () => {
  it.each([
    '<script>alert(1)</script><p>x</p>',
    '<p onclick="alert(1)">x</p>',
    '<p><a href="javascript:alert(1)">x</a></p>',
    '<p><a href="data:text/html,x">x</a></p>',
    '<svg onload=alert(1)></svg><p>x</p>',
    '<math><mtext></p><style><img src=x onerror=alert(1)></style></math>',
    '<iframe src="https://evil.example"></iframe><form action="/x"><input></form>',
    '<style>*{display:none}</style><meta http-equiv=refresh content=0><base href="//evil">',
  ])('loses what could act: %s (T-XSS-02)', (html) => {
    expect(renderRichText(html)).not.toMatch(
      /script|on\w+=|javascript:|data:|<svg|<iframe|<style|<form|<meta|<base|<img/i,
    );
  });

  it('renders the editor’s tree', () => {
    const text = (value: string, format = 0) => ({ type: 'text', text: value, format });
    const tree = {
      root: {
        type: 'root',
        children: [
          { type: 'paragraph', children: [text('Ships in '), text('2-3', 1), text(' <b>days</b>')] },
          { type: 'list', listType: 'number', children: [{ type: 'listitem', children: [text('One')] }] },
          {
            type: 'list',
            listType: 'check',
            children: [{ type: 'listitem', checked: true, children: [text('Done')] }],
          },
          {
            type: 'paragraph',
            children: [{ type: 'link', url: 'javascript:alert(1)', children: [text('x')] }],
          },
        ],
      },
    };
    expect(renderRichText(JSON.stringify(tree))).toBe(
      '<p>Ships in <strong>2-3</strong> &lt;b&gt;days&lt;/b&gt;</p><ol><li>One</li></ol><ul><li>☑ Done</li></ul><p><a rel="noopener noreferrer nofollow">x</a></p>',
    );
  });

  it.each(['{', 'plain', '{"root":1}', '[]', ''])('says that %j can’t be read', (stored) => {
    expect(renderRichText(stored)).toBeNull();
  });
});

describe('policies and site information', () => {
  it('are there from the first start', async () => {
    const { body } = await shop.get('/policies');
    expect((body.data as { type: string }[]).map(({ type }) => type).sort()).toEqual([
      'privacy-policy',
      'returns-refunds',
      'shipping-policy',
      'terms-condition',
    ]);
    const site = await shop.get('/site-info');
    expect(site).toMatchObject({ status: 200, body: { asksForAddress: true, testMode: true } });
    expect(Object.keys(site.body)).not.toContain('settings');
  });

  it('hides an inactive policy from the public', async () => {
    await shop.db
      .updateTable('policies')
      .set({ isActive: false })
      .where('type', '=', 'terms-condition')
      .execute();
    expect((await shop.get('/policies/terms-condition')).status).toBe(404);
    expect((await shop.get('/policies/returns-refunds')).body).toMatchObject({
      success: true,
      data: { type: 'returns-refunds', isActive: true, html: expect.stringContaining('<p>') },
    });
    expect((await shop.get('/policies/no-such')).status).toBe(404);
  });
});
