import { ExternalLink } from 'lucide-react';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { LoadError, PageHead, SkeletonRows } from '../parts/page-head.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { useCall } from '../parts/use-call.ts';
import { SiteInfoForm } from './form.tsx';

/** What the shop says of itself, and its settings (spec §2 Site info admin). */
export default function SiteInfoPage() {
  const { data, error, reload } = useCall<SiteInfoAdmin>(
    '/site-info/admin',
    'Failed to load data. Please try again.',
  );
  return (
    <>
      <PageHead title="Site info">
        <a
          href="/about"
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline"
        >
          View in store
          <ExternalLink className="size-4" aria-hidden="true" />
        </a>
      </PageHead>
      <SettingsTabs />
      {error && !data && <LoadError message={error} onRetry={reload} />}
      {!data && !error && <SkeletonRows />}
      {data && <SiteInfoForm key={data._id} first={data} />}
    </>
  );
}
