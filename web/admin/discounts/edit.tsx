import { useQuery } from '@tanstack/react-query';
import { Empty } from '../../ui/empty.tsx';
import { formQuery, read } from '../parts/data.ts';
import { Loaded } from '../parts/page/loaded.tsx';
import type { Route } from './+types/edit';
import { DiscountForm } from './form.tsx';

export default function EditDiscount({ params }: Route.ComponentProps) {
  const query = useQuery({ ...read('GET /discounts/:id', { params }), ...formQuery });
  const missing = (
    <Empty
      level={1}
      title="This discount does not exist"
      text="It may have been deleted."
      link={['/admin/discounts', 'All discounts']}
    />
  );
  return (
    <Loaded query={query} failed="Failed to load the discount. Please try again." missing={missing}>
      {(discount) => <DiscountForm key={discount._id} stored={discount} />}
    </Loaded>
  );
}
