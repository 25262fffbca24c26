import { expect, it } from 'vitest';
import { textOf } from './html-text.ts';

it('converts paragraphs, lists and character references to text', () => {
  expect(
    textOf('<p>It&rsquo;s 5&#215;4 &amp; &lt;b&gt;</p><ul><li class="x">One</li><li>Two</li></ul>'),
  ).toBe('It’s 5×4 & <b>\n• One\n• Two');
  expect(textOf('&amp;lt; &unknown; &#x20B9; &frac12; रा&zwj;म')).toBe('&lt; &unknown; ₹ ½ रा\u200dम');
});

it('leaves out what a browser does not show', () => {
  const word =
    '<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><xml><w:Zoom>0</w:Zoom></xml>';
  const scripts = '<style>p > b {}</style><script>if (1 < 2) {}</script><template><p>x</p></template>';
  expect(textOf(`${word}<p class="MsoNormal">Hand ${scripts}painted.<o:p></o:p></p>`)).toBe('Hand painted.');
});

it('keeps what only looks like a tag', () => {
  expect(textOf('<p>Tom & Jerry, 5 < 6</p>Sizes <M')).toBe('Tom & Jerry, 5 < 6\nSizes <M');
});

it('makes lines of blocks, rows of tables and items, and keeps the line breaks of plain text', () => {
  expect(
    textOf(
      '<table><tr><th>Material</th>\n<td><p>Brass</p></td></tr><tr><td>S </td><td>36</td><td>L</td></tr></table>' +
        '<div>Made\nby <b>hand</b></div><ul>\n<li><p>One</p></li>\n<li>Two<br>lines</li></ul>',
    ),
  ).toBe('Material: Brass\nS | 36 | L\nMade\nby hand\n• One\n• Two\nlines');
  expect(
    textOf(
      '<table><tr><td>Wash<br>by hand<td>30°<td><tr><th>Iron<th>no</table><w:LatentStyles>x</w:LatentStyles>',
    ),
  ).toBe('Wash\nby hand | 30° |\nIron | no');
  expect(textOf('<tr><td>A<br></td><td>B</td></tr>')).toBe('A\nB');
  expect(textOf('One\\n\\nTwo <b>bold</b>\n<ul>\n<li>Item</li>\n</ul>')).toBe('One\n\nTwo bold\n• Item');
});

it.each([
  '<div>',
  '<ul><li>',
  '<td>',
  '</x>',
  '&amp',
  '<!--',
  '<svg>',
  '<li',
  '<',
  '<p ',
  '< br',
  '&#',
  '</p',
  '\n\n',
])('reads 100,000 repetitions of %j in linear time (T-DOS-01)', { timeout: 5000 }, (part) => {
  expect(textOf(part.repeat(100_000)).length).toBeLessThanOrEqual(part.length * 100_000);
});
