import { productStatus } from '../../../shared/contract/catalogue.ts';

export const statusLabel = (status: string) => status.charAt(0).toUpperCase() + status.slice(1);

/** The statuses of a product as choices. */
export const statusOptions = productStatus.options.map((status) => (
  <option key={status} value={status}>
    {statusLabel(status)}
  </option>
));

/** Categories, brands or the like as choices. */
export const optionsOf = (items: { _id: string; name: string }[] = []) =>
  items.map(({ _id, name }) => (
    <option key={_id} value={_id}>
      {name}
    </option>
  ));
