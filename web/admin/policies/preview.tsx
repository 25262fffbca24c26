import type { PolicyType } from '../../../shared/contract/policies.ts';
import { richTextHtml } from '../../../shared/rich-text-output.ts';
import { PolicyText } from '../../ui/policy-text.tsx';
import { readStoredText } from '../parts/rich-editor/stored-text.ts';
import type { Draft } from './draft.ts';

/** What is written, as the public page will show it. */
export function Preview({
  type,
  draft: { title, content, sections },
  lastUpdated,
}: {
  type: PolicyType;
  draft: Draft;
  lastUpdated: string;
}) {
  const shown = sections.map((section, order) => ({
    ...{ order, heading: section.heading },
    html: htmlOf(section.content),
  }));
  const policy = {
    type,
    title: title.trim() || 'Untitled',
    html: htmlOf(content),
    sections: shown,
    lastUpdated,
  };
  return <PolicyText policy={policy} level={2} />;
}

function htmlOf(stored: string): string | null {
  const text = readStoredText(stored);
  return text && richTextHtml(text);
}
