import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../parts/data.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { counted } from '../parts/text.ts';
import { type FoundSetting, findSettings } from './find.ts';
import { groupsFor, type SettingsGroup } from './pages.ts';

/** All pages of Settings in their groups, with a search over their fields. */
export default function SettingsOverview() {
  const may = useMay();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  // The address follows a moment later, so that Back returns to the results.
  const [text, setText] = useState(query.get('search') ?? '');
  const found = findSettings(useDeferredValue(text), may);
  const [first] = found;
  function search(typed: string) {
    setText(typed);
    setQuery(typed ? { search: typed } : {}, { replace: true, preventScrollReset: true });
  }
  return (
    <>
      <PageHead title="Settings" />
      <search className="mb-6 block max-w-xl">
        <label className="relative block">
          <span className="sr-only">Search settings</span>
          <Search className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-soft" />
          <input
            type="search"
            value={text}
            maxLength={100}
            placeholder="Such as GST, logo or returns"
            onChange={({ target }) => search(target.value)}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && first) void navigate(first.to);
            }}
            className="office-input w-full pl-9"
          />
        </label>
        <p role="status" className="sr-only">
          {text.trim() && `${counted(found.length, 'result')}`}
        </p>
      </search>
      {text.trim() ? <Results found={found} text={text} /> : <Groups groups={groupsFor(may)} />}
    </>
  );
}

const list = 'divide-y divide-line rounded-md bg-card ring-1 ring-line';
const item = 'block px-4 py-2.5 -outline-offset-2 hover:bg-paper-deep';

function Groups({ groups }: { groups: SettingsGroup[] }) {
  return (
    <div className="grid max-w-5xl items-start gap-x-8 gap-y-7 md:grid-cols-2">
      {groups.map(({ label, pages }) => (
        <section key={label} aria-label={label}>
          <h2 className="mb-1.5 text-lg">{label}</h2>
          <ul className={list}>
            {pages.map(({ to, label: name, about }) => (
              <li key={to}>
                <Link to={to} className={item}>
                  <span className="block font-medium text-press">{name}</span>
                  <span className="text-ink-soft">{about}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Results({ found, text }: { found: FoundSetting[]; text: string }) {
  if (found.length === 0) {
    return (
      <p className="text-ink-soft wrap-anywhere">
        No settings match “{text.trim()}”. Try another word, such as tax, delivery or mail.
      </p>
    );
  }
  return (
    <ul aria-label="Settings found" className={`max-w-xl ${list}`}>
      {found.map(({ to, page, group, field, section }) => (
        <li key={to}>
          <Link to={to} className={item}>
            <span className="line-clamp-2 font-medium text-press">{field ?? page}</span>
            <span className="text-ink-soft">
              {[group, field && page, section]
                .filter((part, i, all) => part && all.indexOf(part) === i)
                .join(' › ')}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
