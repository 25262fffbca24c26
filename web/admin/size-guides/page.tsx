import { useQuery } from '@tanstack/react-query';
import { formQuery, read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { PageHead, SkeletonRows } from '../parts/page/page-head.tsx';
import { SettingsTabs } from '../parts/page/settings-tabs.tsx';
import { SizeGuideForm } from './form.tsx';

/** The size guides of the shop. */
export default function SizeGuidesPage() {
  const guides = useQuery({ ...read('GET /settings/size-guides'), ...formQuery });
  return (
    <>
      <PageHead title="Size guides" />
      <SettingsTabs />
      <Loaded
        query={guides}
        failed="Failed to load the size guides. Please try again."
        loading={<SkeletonRows />}
      >
        {(data) => <SizeGuideForm guides={data.guides} />}
      </Loaded>
    </>
  );
}
