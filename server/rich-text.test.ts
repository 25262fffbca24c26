import { describe, expect, it } from 'vitest';
import { type SanitisedText, sanitiseRichText } from './rich-text.ts';

/** The text as it is stored; throws if it is rejected. */
function stored(given: string): SanitisedText {
  const result = sanitiseRichText(given);
  if ('problem' in result) throw new Error(result.problem);
  return result;
}
const text = (value: string, format = 0) => ({ type: 'text', text: value, format });
const tree = (...children: object[]) => JSON.stringify({ root: { type: 'root', children } });
const paragraph = (...children: object[]) => ({ type: 'paragraph', children });
const item = (...children: object[]) => ({ type: 'listitem', children });
const list = (listType: string, ...children: object[]) => ({ type: 'list', listType, children });

describe('HTML (T-XSS-02)', () => {
  it.each([
    '<script>alert(1)</script><p>x</p>',
    '<p onclick="alert(1)">x</p>',
    '<p><a href="javascript:alert(1)">x</a></p>',
    '<p><a href="java\tscript:alert(1)">x</a></p>',
    '<p><a href="data:text/html,x">x</a></p>',
    '<p><a href="//evil.example">x</a></p>',
    '<svg onload=alert(1)></svg><p>x</p>',
    '<math><mtext></p><style><img src=x onerror=alert(1)></style></math>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">x',
    '<iframe src="https://evil.example"></iframe><form action="/x"><input></form>',
    '<style>*{display:none}</style><meta http-equiv=refresh content=0><base href="//evil">',
    '<p style="background:url(https://evil.example)" class="buy-bar" id="main">x</p>',
  ])('loses executable content on write and on render: %s', (html) => {
    for (const safe of [stored(html).content, stored(html).html]) {
      expect(safe).not.toMatch(
        /script|on\w+=|javascript:|data:|evil|<svg|<math|<iframe|<style|<form|<meta|<base|<img|style=|id=|buy-bar/i,
      );
    }
  });

  it('stays HTML if its first tag is removed', () => {
    const kept = '<div>Ships <b>soon</b></div>';
    const result = { content: kept, html: kept, words: 'Ships soon' };
    expect(stored('<section>Ships <b>soon</b></section>')).toEqual(result);
    expect(stored(kept)).toEqual(result);
  });

  it('has no text if it has only formatting', () => {
    expect(stored('<p> &nbsp;<br></p><script>x</script>').words).toBe('');
  });
});

describe('the editor’s content', () => {
  it('becomes HTML with all formats of the editor', () => {
    const { html, words } = stored(
      tree(
        { type: 'heading', tag: 'h2', children: [text('Delivery')] },
        { ...paragraph(text('Ships in '), text('2-3', 3), text(' <b>days</b>')), indent: 2 },
        list(
          'number',
          item(text('One')),
          item(list('bullet', item(text('Inner'), { type: 'linebreak' }, text('more')))),
          item(text('Two')),
        ),
        list('check', { ...item(text('Done')), checked: true }, item(text('Open'))),
        paragraph({ type: 'link', url: 'mailto:hello@haat.example', children: [text('write')] }),
        paragraph(),
      ),
    );
    expect(html).toBe(
      [
        '<h2>Delivery</h2>',
        '<p class="indent-2">Ships in <em><strong>2-3</strong></em> &lt;b&gt;days&lt;/b&gt;</p>',
        '<ol><li>One<ul><li>Inner<br />more</li></ul></li><li>Two</li></ol>',
        '<ul class="checklist"><li class="checked">Done</li><li class="unchecked">Open</li></ul>',
        '<p><a href="mailto:hello@haat.example" rel="noopener noreferrer nofollow">write</a></p>',
        '<p><br /></p>',
      ].join(''),
    );
    expect(words).toBe(
      'Delivery\nShips in 2-3 <b>days</b>\n1. One\n• Inner\nmore\n2. Two\n☑ Done\n☐ Open\nwrite',
    );
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    'data:text/html,x',
    'vbscript:x',
    '//evil',
    'http://x',
    '\\\\x',
  ])('loses the link %s and keeps its text (T-XSS-02)', (url) => {
    const { content } = stored(tree(paragraph({ type: 'link', url, children: [text('here')] })));
    expect(content).toBe(tree(paragraph({ type: 'text', text: 'here' })));
  });

  it('keeps only known nodes and fields', () => {
    const { content } = stored(
      tree(
        { type: 'iframe', src: 'https://evil.example', children: [] },
        { type: 'table', children: [{ type: 'tablerow', children: [paragraph(text('cell'))] }] },
        { ...paragraph({ ...text('x', 1023), style: 'color:red', html: '<b>' }), onclick: 'x', indent: 99 },
        text('loose '),
        text('words', 1),
        list('bullet', paragraph(text('no item'))),
        list('bullet'),
        { ...list('number', item(text('ninth'))), start: '-9' },
      ),
    );
    expect(content).toBe(
      tree(
        paragraph({ type: 'text', text: 'cell' }),
        { type: 'paragraph', indent: 6, children: [text('x', 31)] },
        paragraph({ type: 'text', text: 'loose ' }, text('words', 1)),
        list('bullet', { type: 'listitem', value: 1, children: [{ type: 'text', text: 'no item' }] }),
        list('number', { type: 'listitem', value: 1, children: [{ type: 'text', text: 'ninth' }] }),
      ),
    );
    expect(stored(content).content).toBe(content);
  });

  it.each([
    '{',
    'plain',
    '{"root":1}',
    '{"root":{}}',
    '[]',
    'null',
    tree(paragraph(null as unknown as object)),
    '{"root":{"children":[{"type":"paragraph","children":"x"}]}}',
    `{"root":${'{"children":['.repeat(500)}${']}'.repeat(500)}}`,
  ])('that is invalid can’t be read: %.40s', (given) => {
    expect(sanitiseRichText(given)).toEqual({ problem: 'Invalid content' });
  });

  it('with thousands of lists below one item keeps them all (T-CPU-02)', () => {
    const lists = Array.from({ length: 2000 }, (_, i) => item(list('bullet', item(text(`n${i}`)))));
    const { html, words } = stored(tree(list('bullet', item(text('One')), ...lists)));
    expect(html.match(/<ul>/g)).toHaveLength(2001);
    expect(words.split('\n')).toHaveLength(2001);
  });
});
