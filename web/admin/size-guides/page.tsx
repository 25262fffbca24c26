import { useQuery } from '@tanstack/react-query';
import { formQuery, read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { SizeGuideForm } from './form.tsx';

/** The size guides of the shop. */
export default function SizeGuidesPage() {
  const guides = useQuery({ ...read('GET /settings/size-guides'), ...formQuery });
  return (
    <>
      <SettingsHead title="Size guides" />
      <Loaded query={guides} failed="Failed to load the size guides. Please try again.">
        {(data) => <SizeGuideForm guides={data.guides} />}
      </Loaded>
    </>
  );
}
