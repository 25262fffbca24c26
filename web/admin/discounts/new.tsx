import { DiscountForm } from './form.tsx';

export default function NewDiscount() {
  return <DiscountForm stored={null} />;
}
