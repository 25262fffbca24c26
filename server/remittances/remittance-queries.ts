import { type Insertable, sql } from 'kysely';
import type { Database, Trx } from '../db/database.ts';
import type { CodRemittances } from '../db/schema.ts';

/** An order that is paid on delivery, as a line of a courier's list can name it. */
export type RemittableOrder = {
  id: string;
  /** What the courier has to collect, or has collected. */
  codPaise: number;
  status: string;
  trackingNumber: string;
  /** The state of its parcel; null if it was not packed. */
  shipmentState: 'packed' | 'shipped' | 'delivered' | 'returned' | null;
  isRemitted: boolean;
};

/** The orders that are paid on delivery with one of these tracking numbers (in lower case), or ends of their ids. */
export async function listRemittable(
  db: Database | Trx,
  { trackingNumbers, numbers }: { trackingNumbers: string[]; numbers: string[] },
): Promise<RemittableOrder[]> {
  const { rows } = await sql<RemittableOrder>`
    select o.id, o.status, case due_on_delivery(o) when 0 then (select max(p.amount_paise) from payments p
        where p.order_id = o.id and p.status = 'captured' and p.provider_payment_id is null)
      else due_on_delivery(o) end as cod_paise, coalesce(s.tracking_number, '') as tracking_number,
      s.state as shipment_state, r.order_id is not null as is_remitted
    from orders o
    left join shipments s on s.order_id = o.id and s.state <> 'cancelled'
    left join cod_remittances r on r.order_id = o.id
    where o.cod_state is not null and o.id in (
      select order_id from shipments where lower(tracking_number) = any(${trackingNumbers}) and state <> 'cancelled'
      union select id from orders where right(id::text, 6) = any(${numbers}))`.execute(db);
  return rows;
}

/** Records the remittance of a locked order that has none. */
export async function insertRemittance(trx: Trx, remittance: Insertable<CodRemittances>): Promise<void> {
  await trx.insertInto('codRemittances').values(remittance).execute();
}
