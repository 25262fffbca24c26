import { type SqlBool, sql } from 'kysely';

/** Whether a product lacks a required declaration, by the rules of `missingDeclarations`. */
export const lacksDeclarations = sql<SqlBool>`(not products.declarations ? 'countryOfOrigin'
  or not products.declarations ?| array['maker', 'packer', 'importer']
  or lower(products.declarations ->> 'countryOfOrigin') <> 'india' and not products.declarations ? 'importer'
  or coalesce(products.hsn ~ '^(0[2-47-9]|1[015-9]|2[0-2])', false)
    and not products.declarations ?& array['bestBefore', 'fssai']
  or exists (select from variants lacking
    where lacking.product_id = products.id and lacking.deleted_at is null and lacking.net_quantity is null))`;
