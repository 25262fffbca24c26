import { useQuery } from '@tanstack/react-query';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { SynonymForm } from './synonym-form.tsx';

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
