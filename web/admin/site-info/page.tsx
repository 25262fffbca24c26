import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { formQuery, read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { NewTab, SettingsHead } from '../parts/page/page-head.tsx';
import { SiteInfoForm } from './form.tsx';

/** The site information and settings (spec §2 Site info admin). */
export default function SiteInfoPage() {
  const siteInfo = useQuery({ ...read('GET /site-info/admin'), ...formQuery });
  return (
    <>
      <SettingsHead title="Site info">
        <NewTab
          href="/about"
          className="inline-flex min-h-11 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline"
        >
          View in store
          <ExternalLink className="size-4" />
        </NewTab>
      </SettingsHead>
      <Loaded query={siteInfo} failed="Failed to load data. Please try again.">
        {(data) => <SiteInfoForm key={data._id} first={data} />}
      </Loaded>
    </>
  );
}
