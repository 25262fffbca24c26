import type { PolicyTemplate } from '../../../shared/contract/policies.ts';
import { richTextHtml } from '../../../shared/rich-text-output.ts';
import { PolicyText } from '../../ui/policy-text.tsx';
import { readStoredText } from '../parts/form/rich-editor/stored-text.ts';

/** The input as the public page will show it. */
export function Preview({ draft, lastUpdated }: { draft: PolicyTemplate; lastUpdated: string }) {
  const { type, title, content, sections } = draft;
  const policy = {
    type,
    title: title.trim() || 'Untitled',
    html: htmlOf(content),
    sections: sections.map(({ heading, content: text }, order) => ({ order, heading, html: htmlOf(text) })),
    lastUpdated,
  };
  return <PolicyText policy={policy} level={2} />;
}

function htmlOf(stored: string): string | null {
  const text = readStoredText(stored);
  return text && richTextHtml(text);
}
