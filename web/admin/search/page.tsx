import { useQuery } from '@tanstack/react-query';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { PageHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { SettingsTabs } from '../parts/page/settings-tabs.tsx';
import { SynonymForm } from './synonym-form.tsx';

/** The synonyms of the search, and what shoppers searched for without a result. */
export default function SearchSettingsPage() {
  const settings = useQuery(read('GET /settings/search'));
  return (
    <>
      <PageHead title="Search" />
      <SettingsTabs />
      <Loaded
        query={settings}
        failed="Failed to load the settings of the search. Please try again."
        loading={<SkeletonRows />}
      >
        {(data) => <SynonymForm settings={data} />}
      </Loaded>
    </>
  );
}
