-- What the demo seed wrote, so that it can be found and removed. A row that is changed in the back office counts as
-- the owner's from then on: of a product updated_at moves away from demo_at, of the others the admin log knows.
alter table products add column demo_at timestamptz;
alter table categories add column is_demo boolean not null default false;
alter table subcategories add column is_demo boolean not null default false;
alter table brands add column is_demo boolean not null default false;
alter table product_types add column is_demo boolean not null default false;
alter table policies add column is_demo boolean not null default false;
-- The fields of content and settings as the demo seed wrote them; null in a shop that began empty.
alter table site_info add column demo jsonb;

-- A demo shop from before is known by its first stock; the seed was one transaction, and so one moment.
create temporary table seeded on commit drop as
  select at from stock_movements where reason = 'initial' and by_label = 'demo' order by id limit 1;
update products set demo_at = updated_at where updated_at = (select at from seeded);
update categories set is_demo = true where created_at = (select at from seeded);
update subcategories set is_demo = true where created_at = (select at from seeded);
update brands set is_demo = true where created_at = (select at from seeded);
update product_types set is_demo = true where created_at = (select at from seeded);
update policies set is_demo = true where last_updated = (select at from seeded);
update site_info set demo = (
    select jsonb_object_agg(key, value) from jsonb_each(content || settings)
    where not exists (select from admin_log
      where action = 'site-info.update' and (detail->'fields' ? key or not detail ? 'fields')))
  where exists (select from seeded);

-- The default policies said things that only some shops can say. Where nobody has touched them, the shop gets the
-- present ones.
update policies p set title = t.title, content = t.content, sections = t.sections::jsonb, last_updated = now()
from (values
  ('shipping-policy', 'Shipping Policy', '<p>This page says when your order ships, how long delivery takes and what shipping costs.</p>', '[
    {
     "heading": "Processing time",
     "content": "<p>Orders ship within 2-3 business days.</p>",
     "order": 0
    },
    {
     "heading": "Delivery time",
     "content": "<p>Delivery takes 5-7 working days.</p>",
     "order": 1
    },
    {
     "heading": "Shipping charges",
     "content": "<ul><li>Orders over Rs.50: free shipping.</li><li>Orders below Rs.50: a flat Rs.5.</li></ul>",
     "order": 2
    },
    {
     "heading": "International orders",
     "content": "<p>International orders may incur customs and duty charges.</p>",
     "order": 3
    }
   ]'),
  ('returns-refunds', 'Returns & Refunds', '<p>This page says how returns, refunds and exchanges work.</p>', '[
    {
     "heading": "Returns",
     "content": "<p>Please request a return within 30 days of receipt.</p>",
     "order": 0
    },
    {
     "heading": "Refunds",
     "content": "<p>Your refund is initiated within 5 business days after inspection.</p>",
     "order": 1
    },
    {
     "heading": "Exchanges",
     "content": "<p>Items are exchanged only for the same item in another size or color.</p>",
     "order": 2
    },
    {
     "heading": "Return shipping",
     "content": "<p>You pay for return shipping unless the item is defective or incorrect.</p>",
     "order": 3
    }
   ]'),
  ('privacy-policy', 'Privacy Policy', '<p>This page says which personal information we collect, why, and what you can ask of us.</p>', '[
    {
     "heading": "Information we collect",
     "content": "<p>We collect what you give us when you order, register or write to us:</p><ul><li>your name, email address and mobile numbers,</li><li>your delivery address,</li><li>what you ordered and the payment reference.</li></ul><p>Card and bank details are entered with our payment provider and never reach us.</p>",
     "order": 0
    },
    {
     "heading": "How we use your information",
     "content": "<p>We use it to take payment, deliver your order, send your invoice, answer your questions and keep the records that the law requires.</p>",
     "order": 1
    },
    {
     "heading": "Cookies",
     "content": "<p>We use the storage of your browser to keep you signed in and to remember your cart. Our payment provider may set cookies while you pay. You can clear or block both in your browser; your cart and sign-in are then not remembered.</p>",
     "order": 2
    },
    {
     "heading": "Data security",
     "content": "<p>Passwords are stored only as hashes, and your orders are shown only to you and to us. No system is perfectly safe.</p>",
     "order": 3
    },
    {
     "heading": "Your rights",
     "content": "<p>You can ask us at any time to:</p><ul><li>show you the personal information that we hold,</li><li>correct what is wrong or incomplete,</li><li>delete what we no longer need to keep,</li><li>limit or stop a particular use of it,</li><li>give you a copy in a common file format,</li><li>withdraw a consent that you gave earlier.</li></ul>",
     "order": 4
    }
   ]'),
  ('terms-condition', 'Terms of Service', '<p>These terms apply when you use our shop or buy from it.</p>', '[
    {
     "heading": "Using the shop",
     "content": "<p>You may browse and buy as a guest or with an account. Give correct details, keep your password to yourself and do not use the shop for anything unlawful.</p>",
     "order": 0
    },
    {
     "heading": "Orders and prices",
     "content": "<p>Prices are in Indian rupees and include tax. An order is accepted when payment is confirmed.</p>",
     "order": 1
    },
    {
     "heading": "Products and pictures",
     "content": "<p>Colours can look different on your screen. The texts and pictures in this shop may not be copied without permission.</p>",
     "order": 2
    },
    {
     "heading": "Limitation of liability",
     "content": "<p>Our total liability to you is capped at the amount you paid to us in the preceding six months. Nothing here limits rights that the law does not allow to be limited.</p>",
     "order": 3
    },
    {
     "heading": "Changes and governing law",
     "content": "<p>We may change these terms; the date on this page shows when they were last updated. The law of India applies.</p>",
     "order": 4
    }
   ]')
) t (type, title, content, sections)
where p.type = t.type and p.version = 1 and not p.is_demo
  and not exists (select from admin_log where subject = p.id::text)
  and not exists (select from seeded);
