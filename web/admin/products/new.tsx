import { ProductForm } from './form/product-form.tsx';

export default function NewProduct() {
  return <ProductForm />;
}
