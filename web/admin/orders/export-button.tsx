import { stream } from '../../api.ts';
import { ExportButton as Export } from '../parts/export-button.tsx';

/** Puts the orders that match among the downloads. */
export function ExportButton({ query, total }: { query: URLSearchParams; total: number }) {
  const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  return (
    <Export
      read={(signal) => stream('GET /order/admin/export.csv', { query, signal })}
      file={`orders-${today}.csv`}
      total={total}
    />
  );
}
