import type { PolicyTemplate } from '../../shared/contract/policies.ts';

/** What the demo shop promises: its own words, and the facts of the built-in templates (spec §9). */
export const policies: PolicyTemplate[] = [
  {
    type: 'shipping-policy',
    title: 'Shipping Policy',
    content:
      '<p>We pack every order ourselves and send it by courier to addresses across India.</p><p>This page says when your order leaves us, when it should reach you and what shipping costs.</p>',
    sections: [
      {
        heading: 'Processing time',
        content:
          '<p>Orders ship within 2-3 business days of payment. Orders placed on a Sunday or a public holiday are counted from the next business day.</p><p>If something in your order is delayed, we write to you before we send the rest.</p>',
      },
      {
        heading: 'Delivery time',
        content:
          '<p>Delivery takes 5-7 working days from dispatch. Remote pin codes, heavy rain and festivals can add to this.</p>',
      },
      {
        heading: 'Shipping charges',
        content:
          '<p>Shipping is free to most PIN codes. To the North East, Jammu and Kashmir, and Ladakh it is Rs.99 for orders below Rs.1500, and free from there. We do not deliver to Lakshadweep and the Andaman and Nicobar Islands yet.</p><p>The charge, if any, is shown before you pay.</p>',
      },
      {
        heading: 'International orders',
        content:
          '<p>International orders may incur customs and duty charges. These are set by the country of delivery and are paid by the person who receives the parcel.</p>',
      },
      {
        heading: 'Tracking and damage',
        content:
          '<ol><li>When your order is dispatched, its status changes to shipped and we send you the details.</li><li>If the parcel looks damaged, photograph it before you open it.</li><li>Write to us with your order number and we will replace or refund what was broken.</li></ol>',
      },
    ],
  },
  {
    type: 'returns-refunds',
    title: 'Returns & Refunds',
    content:
      '<p>Things made by hand vary a little, and we want you to keep only what you like.</p><p>If something is not right, you can return it as set out here.</p>',
    sections: [
      {
        heading: 'Requesting a return',
        content:
          '<p>Send your request within 30 days of receipt. The item should be:</p><ul><li>unused and unwashed,</li><li>in its original packing, with its tags,</li><li>accompanied by the order number.</li></ul><p>Opened food and earrings that have been worn cannot be taken back unless they are defective.</p>',
      },
      {
        heading: 'How to return an item',
        content:
          '<ol><li>Write to us from the contact page with your order number and the reason.</li><li>We reply with the return address and a reference to write on the parcel.</li><li>Pack the item well and keep the courier’s receipt until your refund arrives.</li></ol>',
      },
      {
        heading: 'Refunds',
        content:
          '<p>We inspect each return when it reaches us. Your refund is initiated within 5 business days after inspection, to the method you paid with. Your bank may take a few days more to show it.</p>',
      },
      {
        heading: 'Exchanges',
        content:
          '<p>We exchange an item only for the same item in another size or color. For anything else, please return it and place a new order.</p>',
      },
      {
        heading: 'Return shipping',
        content:
          '<p>You pay for return shipping unless the item is defective or incorrect. In that case we bear the cost.</p>',
      },
    ],
  },
  {
    type: 'privacy-policy',
    title: 'Privacy Policy',
    content:
      '<p>This policy says what we learn about you when you use our shop, why we need it and what you can ask of us.</p><p>We do not sell personal information.</p>',
    sections: [
      {
        heading: 'Information we collect',
        content:
          '<p>We collect what you give us when you order, register or write to us:</p><ul><li>your name, email address and mobile numbers,</li><li>your delivery address,</li><li>what you ordered and the payment reference.</li></ul><p>Card and bank details are entered with our payment provider and never reach us.</p>',
      },
      {
        heading: 'How we use your information',
        content:
          '<p>We use it to take payment, deliver your order, send your invoice, answer your questions and keep the records that tax law asks for. We send news and offers only if you agree to them.</p>',
      },
      {
        heading: 'Cookies',
        content:
          '<p>We use cookies and browser storage to keep you signed in and to remember your cart. You can clear or block them in your browser; the cart and sign-in will then stop working.</p>',
      },
      {
        heading: 'Data security',
        content:
          '<p>Pages are served over an encrypted connection, passwords are stored only as hashes, and access to orders is limited to the people who handle them. No system is perfectly safe. If a breach affects you, we will tell you promptly.</p>',
      },
      {
        heading: 'Your rights',
        content:
          '<p>You can ask us at any time to:</p><ul><li>show you the personal information that we hold,</li><li>correct what is wrong or incomplete,</li><li>delete what we no longer need to keep,</li><li>limit or stop a particular use of it,</li><li>give you a copy in a common file format,</li><li>withdraw a consent that you gave earlier.</li></ul><p>Write to us from the contact page and we will answer you.</p>',
      },
    ],
  },
  {
    type: 'terms-condition',
    title: 'Terms of Service',
    content:
      '<p>These terms apply when you use our shop or buy from it.</p><p>By placing an order you agree to them, so please read them first.</p>',
    sections: [
      {
        heading: 'Using the shop',
        content:
          '<p>You may browse and buy as a guest or with an account. Give correct details, keep your password to yourself and do not use the shop for anything unlawful or in a way that harms others.</p>',
      },
      {
        heading: 'Orders and prices',
        content:
          '<p>Prices are in Indian rupees and include tax. An order is accepted when payment is confirmed.</p><ul><li>If an item turns out to be unavailable, we cancel it and refund you.</li><li>If a price was plainly a mistake, we ask you before we go on.</li></ul>',
      },
      {
        heading: 'Products and pictures',
        content:
          '<p>Pieces are made by hand, so colour, size and pattern can differ slightly from the pictures. Such differences are not defects. The texts and pictures in this shop belong to us or to the makers and may not be copied without permission.</p>',
      },
      {
        heading: 'Limitation of liability',
        content:
          '<p>We are not liable for indirect or consequential loss. Our total liability to you is capped at the amount you paid to us in the preceding six months. Nothing here limits rights that the law does not allow to be limited.</p>',
      },
      {
        heading: 'Changes and governing law',
        content:
          '<p>We may change these terms; the date on this page shows when they were last updated. Orders are governed by the terms in force on the day they were placed. The law of India applies, and disputes go to the courts at our place of business.</p>',
      },
    ],
  },
];
