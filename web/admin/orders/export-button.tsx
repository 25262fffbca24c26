import { ExportButton as Export } from '../parts/export-button.tsx';

/** Puts the orders that match among the downloads. */
export function ExportButton({ query, total }: { query: URLSearchParams; total: number }) {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  return <Export path={`/order/admin/export.csv?${query}`} file={`orders-${today}.csv`} total={total} />;
}
