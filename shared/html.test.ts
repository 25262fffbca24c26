import { expect, it } from 'vitest';
import { textOf } from './html.ts';

it('converts paragraphs, lists and character references to text', () => {
  expect(
    textOf('<p>It&rsquo;s 5&#215;4 &amp; &lt;b&gt;</p><ul><li class="x">One</li><li>Two</li></ul>'),
  ).toBe('It’s 5×4 & <b>\n• One\n• Two');
  expect(textOf('&amp;lt; &unknown; &#x20B9; &#0;')).toBe('&lt; &unknown; ₹ &#0;');
});

it.each(['<li', '<', '<p ', '< br', '&#', '</p', '\n\n'])(
  'reads 100,000 repetitions of %j in linear time (T-DOS-01)',
  { timeout: 5000 },
  (part) => {
    expect(textOf(part.repeat(100_000)).length).toBeLessThanOrEqual(part.length * 100_000);
  },
);
