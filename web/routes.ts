import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  route('login', 'admin/sign-in/page.tsx'),
  layout('admin/layout/layout.tsx', [
    route('admin', 'admin/dashboard/page.tsx'),
    route('admin/products', 'admin/products/list.tsx'),
    route('admin/products/batch', 'admin/products/batch/page.tsx'),
    route('admin/products/import', 'admin/products/import/page.tsx'),
    route('admin/products/new', 'admin/products/new.tsx'),
    route('admin/products/edit/:id', 'admin/products/edit.tsx'),
    route('admin/categories', 'admin/categories/page.tsx'),
    ...['brands', 'product-types'].map((kind) =>
      route(`admin/${kind}`, 'admin/categories/groups.tsx', { id: `admin-${kind}` }),
    ),
  ]),
  layout('storefront/layout/layout.tsx', [
    index('storefront/home/home.tsx'),
    route('deals', 'storefront/home/deals.ts'),
    route('products', 'storefront/products/listing.tsx'),
    route('products/:product', 'storefront/products/detail.tsx'),
    route('cart', 'storefront/cart/page.tsx'),
    route('checkout', 'storefront/checkout/page.tsx'),
    route('order-success/:orderId', 'storefront/orders/order-success.tsx'),
    route('register', 'storefront/account/register.tsx'),
    route('user-login', 'storefront/account/login.tsx'),
    route('forgot-password', 'storefront/account/forgot-password.tsx'),
    route('reset-password/:token', 'storefront/account/reset-password.tsx'),
    route('activate-account', 'storefront/account/activate-account.tsx'),
    route('confirm-email/:token', 'storefront/account/confirm-email.tsx'),
    route('profile', 'storefront/account/profile.tsx'),
    route('about', 'storefront/info/about.tsx'),
    route('contact', 'storefront/info/contact.tsx'),
    ...['shipping-policy', 'returns-refunds', 'privacy-policy', 'terms-condition'].map((type) =>
      route(type, 'storefront/info/policy.tsx', { id: type }),
    ),
    route('*', 'storefront/layout/not-found.tsx'),
  ]),
] satisfies RouteConfig;
