import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Picture } from '../../ui/picture.tsx';

/** A product in a list: its picture, its name and a line below; what is beside it as children. */
export function ProductLine(props: {
  product: { _id: string; name: string; image: string | null };
  note: ReactNode;
  children: ReactNode;
}) {
  const { product, note, children } = props;
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      <span className="w-10 shrink-0 overflow-hidden rounded-sm">
        <Picture path={product.image} alt="" sizes="40px" />
      </span>
      <span className="min-w-0 flex-1">
        <Link
          to={`/admin/products/edit/${product._id}`}
          className="block truncate font-medium underline-offset-4 hover:underline"
        >
          {product.name}
        </Link>
        <span className="figures block truncate text-xs text-ink-soft">{note}</span>
      </span>
      {children}
    </li>
  );
}
