import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  type AttentionCounts,
  type AttentionKind,
  attentionKinds,
} from '../../../../shared/contract/catalogue/catalogue.ts';
import { gstPriceRulesAt } from '../../../../shared/gst.ts';
import { defaultGstTenths } from '../../../../shared/products/gst-rates.ts';
import { gstTenthsOf } from '../../../db/gst-columns.ts';
import { lowVariants } from '../../../db/low-stock.ts';
import { lacksGst } from '../gst/gst-queries.ts';

type GstValue = (name: 'gstRates' | 'gstCodes') => RawBuilder<unknown>;

/** The condition for rows named `products` that need attention for a reason. Archived products do not. */
export const needsAttention = (kind: AttentionKind, value: GstValue): RawBuilder<SqlBool> =>
  sql<SqlBool>`(products.status <> 'archived' and ${conditionOf(kind, value)})`;

const withVariant = (condition: RawBuilder<unknown>) => sql`(not products.is_gift_card and exists (
  select from variants v where v.product_id = products.id and v.deleted_at is null and ${condition}))`;

function conditionOf(kind: AttentionKind, value: GstValue): RawBuilder<unknown> {
  switch (kind) {
    case 'tax':
      return lacksGst(value);
    case 'pictures':
      return sql`not exists (select from product_images i where i.product_id = products.id)`;
    case 'alt':
      return sql`exists (select from product_images i where i.product_id = products.id and i.alt = '')`;
    case 'description':
      return sql`products.description = ''`;
    case 'weight':
      return withVariant(sql`v.weight_grams is null`);
    case 'cost':
      return withVariant(sql`v.cost_paise is null`);
    case 'margin':
      return withVariant(sql`v.cost_paise * (1000 + ${gstTenths()}) > v.selling_paise * 1000`);
    case 'soldOut':
      return withVariant(sql`v.stock = 0`);
    case 'lowStock':
      return sql`(not products.is_gift_card
        and products.id = any(array(select product_id from ${lowVariants} where stock > 0)))`;
  }
}

/** The GST rate in the selling price of a variant named `v`, in tenths of a percent; 0 by default without a GSTIN. */
function gstTenths(): RawBuilder<number> {
  const rules = gstPriceRulesAt(new Date()).map(
    ({ hsn, limitPaise, lowTenths, highTenths }) => sql`when products.hsn ~ ${sql.lit(hsn.source)} then
      case when v.selling_paise * 1000 <= ${sql.lit(limitPaise * (1000 + lowTenths))}
        then ${sql.lit(lowTenths)} else ${sql.lit(highTenths)} end`,
  );
  return sql<number>`(case when not exists (select from site_info where settings->>'gstin' <> '')
      then coalesce(${gstTenthsOf('products')}, 0)
    ${sql.join(rules, sql` `)}
    else coalesce(${gstTenthsOf('products')}, ${sql.lit(defaultGstTenths)}) end)`;
}

/** For each reason, the number of the products in `where` that need attention for it. */
export const attentionCounts = (where: RawBuilder<unknown>, value: GstValue) => sql<{
  product: AttentionCounts;
}>`
  select json_build_object(${sql.join(
    attentionKinds.flatMap((kind) => [
      sql.lit(kind),
      sql`count(*) filter (where ${needsAttention(kind, value)})`,
    ]),
  )}) as product from products where ${where}`;
