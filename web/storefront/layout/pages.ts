export const pages = [
  { to: '/', label: 'Home' },
  { to: '/products', label: 'All Products' },
  { to: '/cart', label: 'Cart' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
];
