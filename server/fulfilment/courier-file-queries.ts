import { sql } from 'kysely';
import type { ShippingDetails } from '../../shared/contract/accounts/contact-fields.ts';
import type { Database } from '../db/database.ts';
import { collectedPaise, goodsPaise } from '../orders/queries/charged-queries.ts';

/** An order as a courier needs it, with weight and size of its packed parcel. */
export type OrderToSend = {
  id: string;
  createdAt: Date;
  /** What the units of the parcel cost after discounts. */
  goodsPaise: number;
  /** What the courier collects for this parcel, as its label says. */
  codPaise: number;
  shipping: ShippingDetails;
  email: string;
  mobile: string;
  weightGrams: number | null;
  lengthCm: number | null;
  widthCm: number | null;
  heightCm: number | null;
  items: { name: string; variantLabel: string; sku: string; hsn: string | null; quantity: number }[];
};

/** The units of the parcel, or all units while nothing is packed. */
const units = sql<number>`coalesce(l.quantity, order_items.quantity)`;

/** These orders, in this order; those without an address are left out. */
export async function listOrdersToSend(db: Database, ids: string[]): Promise<OrderToSend[]> {
  const { rows } = await sql<OrderToSend>`
    select orders.id, orders.created_at, orders.shipping, orders.email, orders.mobile,
      case when s.id is null or s.number = (select min(number) from shipments
          where order_id = orders.id and state not in ('cancelled', 'returned')) then ${collectedPaise} else 0 end as cod_paise,
      s.weight_grams, s.length_cm, s.width_cm, s.height_cm,
      parcel.goods_paise, parcel.items
    from unnest(${ids}::uuid[]) with ordinality wanted (id, at) join orders on orders.id = wanted.id
    left join lateral (select * from shipments where order_id = orders.id and state = 'packed' order by number limit 1) s on true
    cross join lateral (select sum(${goodsPaise(units)})::int as goods_paise,
        jsonb_agg(jsonb_build_object('name', name, 'variantLabel', variant_label, 'sku', sku, 'hsn', hsn,
          'quantity', ${units}) order by position) as items
      from order_items left join shipment_lines l on l.order_item_id = order_items.id and l.shipment_id = s.id
      where order_items.order_id = orders.id and recipient is null and (s.id is null or l.quantity is not null)) parcel
    where orders.shipping is not null order by wanted.at`.execute(db);
  return rows;
}
