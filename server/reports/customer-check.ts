/** The audit of the customers, which a job and their reads keep (decision 64). */
export const customerCheck = {
  name: 'customers',
  rule: 'Each paid order is that of one customer, and their figures are those of their orders, but for changes that wait',
  sql: `with busy as (
      select customer_id from customer_changes where customer_id is not null
      union select o.customer_id from customer_changes join customer_orders o using (order_id)
      union select c.id from customer_changes join customers c using (user_id))
    select format('Customer %s has %s orders of %s paise, counted are %s of %s', c.id, c.orders + c.test_orders,
        c.paise + c.test_paise, f.orders + f.test_orders, f.paise + f.test_paise) as problem
      from customers c join customer_figures(null) f on f.customer_id = c.id
      where (c.orders, c.paise, c.test_orders, c.test_paise, c.last_order_at)
          is distinct from (f.orders, f.paise, f.test_orders, f.test_paise, f.last_order_at)
        and c.id not in (select customer_id from busy)
    union all select format('The paid order %s has no customer', o.id)
      from order_balances b join orders o on o.id = b.order_id left join users u on u.id = o.user_id
      where u.deleted_at is null and (u.id is not null or o.email <> '' or o.mobile <> '')
        and not exists (select from customer_orders c where c.order_id = o.id)
        and not exists (select from customer_changes w where w.order_id = o.id)
    union all select format('Order %s is that of an account and of another customer', o.id)
      from customer_orders co join orders o on o.id = co.order_id join customers c on c.id = co.customer_id
      where o.user_id is not null and c.user_id is distinct from o.user_id and c.erased_at is null
        and not exists (select from customer_changes w where w.order_id = o.id)`,
};
