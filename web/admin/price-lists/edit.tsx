import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../ui/empty.tsx';
import { read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import type { Route } from './+types/edit';
import { PriceListForm } from './form.tsx';
import { Prices } from './prices.tsx';

export default function EditPriceList({ params }: Route.ComponentProps) {
  const query = useQuery(read('GET /price-lists/:id', { params }));
  const missing = (
    <Empty
      level={1}
      title="This price list does not exist"
      text="It may have been deleted."
      link={['/admin/price-lists', 'All price lists']}
    />
  );
  return (
    <Loaded query={query} failed="Failed to load the price list. Please try again." missing={missing}>
      {(list) => (
        <>
          <PriceListForm key={list._id} stored={list} />
          <Prices list={list} />
        </>
      )}
    </Loaded>
  );
}
