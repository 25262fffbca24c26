import type { DemoProduct } from './product.ts';

const amounts = { '₹500': 500, '₹1,000': 1000, '₹2,500': 2500, '₹5,000': 5000 };

export const giftCards: DemoProduct[] = [
  {
    slug: 'haat-gift-card',
    name: 'Haat Gift Card',
    category: 'handmade-paper',
    subcategory: 'cards',
    isGiftCard: true,
    sku: 'GIFT-CARD',
    price: 500,
    gstRate: 0,
    stock: 999,
    description:
      'For a birthday, a wedding or Diwali, when you would rather let them choose. We email it with your message, at once or on the morning of the day that you pick. The code is entered at checkout and can be spent in parts on everything that is made here.',
    options: [{ name: 'Amount', values: Object.keys(amounts) }],
    variants: Object.entries(amounts).map(([amount, price]) => ({
      values: [amount],
      sku: `GIFT-CARD-${price}`,
      price,
      stock: 999,
    })),
    picture: { kind: 'gift-card', pattern: 'jaal', palette: 'madder' },
  },
];
