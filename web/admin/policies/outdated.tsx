import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { OutdatedSentence, PolicyTemplate } from '../../../shared/contract/policies.ts';
import { escapeHtml } from '../../../shared/text/plain-text.ts';
import { Button } from '../../ui/button.tsx';
import { read } from '../parts/data.ts';

/** The sentences of a published policy that the settings contradict, until they are corrected in the form. */
export function Outdated(props: {
  draft: PolicyTemplate;
  onChange: (change: Pick<PolicyTemplate, 'content' | 'sections'>) => void;
}) {
  const { draft, onChange } = props;
  const reviews = useQuery(read('GET /policies/review')).data?.data;
  const outdated = reviews?.find(({ template }) => template.type === draft.type)?.outdated ?? [];
  const shown = outdated.filter(({ says }) => says && textsOf(draft).some((text) => formIn(text, says)));
  const elsewhere = outdated.filter((item) => !shown.includes(item) && !isCorrected(draft, item));
  if (shown.length + elsewhere.length === 0) return null;
  const correct = ({ says, now }: OutdatedSentence) => {
    const change = (text: string) => {
      const form = formIn(text, says);
      return form ? text.replace(form(says), () => form(now)) : text;
    };
    onChange({
      content: change(draft.content),
      // A section without a text can't be saved.
      sections: draft.sections
        .map((section) => ({ ...section, content: change(section.content) }))
        .filter(({ content }, i) => content === draft.sections[i]?.content || hasText(content)),
    });
  };
  return (
    <section
      aria-label="No longer true"
      className="mb-5 grid gap-3 rounded-md bg-turmeric-tint p-4 text-turmeric-ink"
    >
      <h3 className="flex items-center gap-2 text-base">
        <CircleAlert className="size-5 shrink-0" />
        The settings say something else
      </h3>
      <ul className="grid gap-3">
        {shown.concat(elsewhere).map((item) => (
          <li key={item.says} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-56 flex-1 wrap-anywhere">
              “{item.says}” {item.now ? <>Now: “{item.now}”</> : 'This is not so any more.'}{' '}
              <Link to={item.path} className="underline underline-offset-4">
                {item.setting}
              </Link>
            </p>
            {shown.includes(item) ? (
              <Button variant="secondary" onClick={() => correct(item)}>
                {item.now ? 'Correct the sentence' : 'Remove the sentence'}
              </Button>
            ) : (
              <p>Correct it by hand, or load the default template.</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const textsOf = ({ content, sections }: PolicyTemplate): string[] =>
  [content].concat(sections.map((section) => section.content));

const hasText = (stored: string): boolean =>
  stored.startsWith('<') ? /\S/.test(stored.replace(/<[^>]*>/g, '')) : /"text":"[^"]*[^"\s]/.test(stored);

/** How a stored text may write a sentence: as it is, in HTML, or in JSON. */
const forms = [
  (text: string) => text,
  escapeHtml,
  (text: string) => JSON.stringify(text).slice(1, -1),
] as const;
const formIn = (text: string, says: string) => forms.find((form) => text.includes(form(says)));

/** Whether the form already says what is true now. */
const isCorrected = (draft: PolicyTemplate, { now }: OutdatedSentence): boolean =>
  now !== '' && textsOf(draft).some((text) => formIn(text, now));
