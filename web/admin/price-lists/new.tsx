import { PriceListForm } from './form.tsx';

export default function NewPriceList() {
  return <PriceListForm stored={null} />;
}
