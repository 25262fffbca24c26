// The limit of pages that are not kept: React alone renders the elements of the page, without data, components, router
// and compression. measure.ts starts it as a process of its own.
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

const voidElements = /^(area|br|col|hr|img|input|link|meta|source|wbr)$/;

/** The elements of a page of the shop; scripts and styles are omitted. */
function readElements(html: string): ReactNode {
  const root: ReactNode[] = [];
  const open = [{ name: '', attributes: {}, children: root }];
  const body = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<!--.*?-->/g, '');
  for (const [, end, name = '', attributes = '', text] of body.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>|([^<]+)/gi,
  )) {
    const parent = open.at(-1);
    if (text) parent?.children.push(text);
    else if (end) {
      const closed = open.pop();
      if (closed)
        open.at(-1)?.children.push(createElement(closed.name, closed.attributes, ...closed.children));
    } else {
      const named = [...attributes.matchAll(/([a-z-]+)="([^"]*)"/gi)]
        .filter(([, key]) => key !== 'style')
        .map(([, key, value]) => [key === 'class' ? 'className' : key, value]);
      const element = { name, attributes: Object.fromEntries(named), children: [] };
      if (voidElements.test(name) || attributes.endsWith('/'))
        parent?.children.push(createElement(name, element.attributes));
      else open.push(element);
    }
  }
  return root;
}

process.on('message', ({ html, ms }: { html: string; ms: number }) => {
  const page = readElements(html);
  const startedAt = performance.now();
  let done = 0;
  for (; performance.now() - startedAt < ms; done++) renderToString(page);
  process.send?.({ perSecond: (done / (performance.now() - startedAt)) * 1000 });
});
