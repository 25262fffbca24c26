import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type SearchSettings, synonymSets } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { orderDate } from '../../../shared/orders/order-date.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { read, updateCached } from '../parts/data.ts';
import { LeaveGuard } from '../parts/form/save-bar.tsx';
import { useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';

/** The synonyms of the search, and what shoppers searched for without a result. */
export default function SearchSettingsPage() {
  const settings = useQuery(read('GET /settings/search'));
  return (
    <>
      <SettingsHead title="Search" />
      <Loaded query={settings} failed="Failed to load the settings of the search. Please try again.">
        {(data) => <SynonymForm settings={data} />}
      </Loaded>
    </>
  );
}

/** Synonyms as text, one set in each line. A missed search can be added as the first word of a new line. */
function SynonymForm({ settings }: { settings: SearchSettings }) {
  const form = useForm({
    start: { synonyms: textOf(settings) },
    check({ synonyms }): Record<string, string> {
      const [issue] = synonymSets.safeParse({ synonyms: setsIn(synonyms) }).error?.issues ?? [];
      return issue ? { synonyms: issue.message } : {};
    },
    async send(input) {
      const saved = await call('PUT /settings/search', { body: { synonyms: setsIn(input.synonyms) } });
      updateCached('GET /settings/search', () => saved);
      form.continueWith({ synonyms: textOf(saved) }, input);
      toast('The synonyms were saved', 'success');
    },
    failed: 'The synonyms could not be saved. Please try again.',
  });
  const repeated = repeatedIn(setsIn(form.values.synonyms));
  const field = useRef<HTMLDivElement>(null);
  const addSynonym = (query: string) => {
    // At once, so that the cursor can be placed after the new line.
    flushSync(() => form.change(({ synonyms }) => ({ synonyms: `${synonyms}\n${query}, `.trimStart() })));
    const text = field.current?.querySelector('textarea');
    text?.focus();
    text?.setSelectionRange(text.value.length, text.value.length);
  };
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <LeaveGuard wouldLose={form.wouldLose} />
      <form {...form.props} aria-labelledby="synonyms" className="grid min-w-0 content-start gap-4">
        <h2 id="synonyms" className="text-lg">
          Synonyms
        </h2>
        <div ref={field}>
          <TextAreaField
            label="Words that mean the same"
            hint="One set in each line, with commas between the words. A search for one of them finds the others too. Plurals need no line."
            rows={18}
            spellCheck={false}
            {...form.field('synonyms')}
          />
        </div>
        {repeated.length > 0 && (
          <p role="status" className="text-sm text-ink-soft">
            In several lines: {repeated.join(', ')}. A search for such a word finds the words of all its
            lines; a search for another word finds only those of its own line.
          </p>
        )}
        <ErrorText>{form.failure}</ErrorText>
        <div>
          <Button type="submit" busy={form.busy}>
            Save
          </Button>
        </div>
      </form>
      <MissedSearches missed={settings.missed} onAdd={addSynonym} />
    </div>
  );
}

const textOf = ({ synonyms }: SearchSettings) => synonyms.map((words) => words.join(', ')).join('\n');

function repeatedIn(sets: string[][]): string[] {
  const words = sets.flatMap((set) => [...new Set(set.map((word) => word.toLowerCase()))]);
  return [...new Set(words.filter((word, i) => words.indexOf(word) !== i))];
}

const setsIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split(',').flatMap((word) => word.trim() || []))
    .filter((words) => words.length > 0);

/** The searches of shoppers that found nothing. `onAdd` begins a set of synonyms with one of them, a single word. */
function MissedSearches(props: { missed: SearchSettings['missed']; onAdd: (query: string) => void }) {
  const { missed, onAdd } = props;
  return (
    <section aria-labelledby="missed" className="min-w-0">
      <h2 id="missed" className="mb-3 text-lg">
        Searches without a result
      </h2>
      {missed.length === 0 && (
        <p className="text-ink-soft">Searches that find no product appear here for 90 days.</p>
      )}
      <ul className="divide-y divide-line">
        {missed.map(({ query, count, lastAt }) => (
          <li key={query} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="wrap-anywhere">{query}</p>
              <p className="figures text-sm text-ink-soft">
                {count === 1 ? 'Once' : `${count.toLocaleString('en-IN')} times`}, last on {orderDate(lastAt)}
              </p>
            </div>
            {!query.includes(' ') && (
              <Button variant="secondary" aria-label={`Add synonym: ${query}`} onClick={() => onAdd(query)}>
                Add synonym
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
