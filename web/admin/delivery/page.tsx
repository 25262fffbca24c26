import { useQuery } from '@tanstack/react-query';
import { formQuery, read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import { SettingsHead } from '../parts/page/page-head.tsx';
import { DeliveryForm } from './form.tsx';
import { PinLists } from './pin-lists.tsx';

/** Where the shop delivers, what it charges and how long it takes (contract §10). */
export default function DeliveryPage() {
  const settings = useQuery({ ...read('GET /site-info/admin'), ...formQuery });
  return (
    <>
      <SettingsHead title="Delivery" />
      <Loaded query={settings} failed="Failed to load the delivery settings. Please try again.">
        {(data) => <DeliveryForm key={data._id} first={data} />}
      </Loaded>
      <PinLists />
    </>
  );
}
