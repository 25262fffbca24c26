import type { Permission } from '../../../shared/permissions.ts';

export type SettingsPage = {
  to: string;
  label: string;
  /** What is set there. */
  about: string;
  /** Absent if every admin may open it. */
  needs?: Permission;
  /** What owners may search for, besides the labels of the page. */
  words?: string;
};

export type SettingsGroup = { label: string; pages: SettingsPage[] };

/** The overview of all of them. */
export const settingsHome = '/admin/settings';

const edit = 'settings.edit';
const catalogue = 'catalogue.edit';

/** All pages of Settings in their groups. */
const settingsGroups: SettingsGroup[] = [
  {
    label: 'Shop',
    pages: [
      {
        to: '/admin/site-info',
        label: 'About the shop',
        about: 'Name, logo, address, social links, story and team.',
        needs: edit,
        words: 'shop name site info brand logo picture map company about us phone',
      },
      {
        to: '/admin/settings/contact',
        label: 'Contact',
        about: 'WhatsApp, business hours and the grievance officer.',
        needs: edit,
        words: 'opening times timings complaints nodal officer chat legal consumer protection',
      },
      {
        to: '/admin/theme',
        label: 'Look',
        about: 'Colours, fonts, corners and cards of the shop.',
        needs: 'design.edit',
        words: 'theme design style palette color dark mode buttons header template brand appearance',
      },
      {
        to: '/admin/settings/home',
        label: 'Home page',
        about: 'Opening pictures, claims, seasons and gifts.',
        needs: edit,
        words:
          'banner hero slider photo homepage festival diwali occasions trust badges month first last day',
      },
      {
        to: '/admin/setup',
        label: 'Set up your shop',
        about: 'The steps until the shop is open.',
        needs: edit,
        words: 'start begin checklist onboarding help',
      },
      {
        to: '/admin/setup/opening',
        label: 'Opening and preview',
        about: 'Open or close the shop, and let others look first.',
        needs: edit,
        words: 'launch coming soon password holiday vacation pause closed maintenance',
      },
      {
        to: '/admin/move',
        label: 'Move a shop',
        about: 'Everything of a Shopify or WooCommerce shop, with its old orders.',
        needs: catalogue,
        words: 'import migrate migration transfer switch shopify woocommerce csv customers orders history',
      },
      {
        to: '/admin/redirects',
        label: 'Redirects',
        about: 'Old addresses that lead to new ones.',
        needs: edit,
        words: 'links url 301 404 broken moved',
      },
    ],
  },
  {
    label: 'Selling',
    pages: [
      {
        to: '/admin/settings/checkout',
        label: 'Checkout and stock',
        about: 'What checkout asks, order amounts, and low stock.',
        needs: edit,
        words: 'gift message minimum order maximum cart value inventory threshold whatsapp consent',
      },
      {
        to: '/admin/attributes',
        label: 'Attributes',
        about: 'Properties of products that shoppers filter by.',
        needs: catalogue,
        words: 'filters specifications material colour custom fields metafields',
      },
      {
        to: '/admin/size-guides',
        label: 'Size guides',
        about: 'Tables of sizes for categories.',
        needs: catalogue,
        words: 'size chart measurements fit',
      },
      {
        to: '/admin/search',
        label: 'Search',
        about: 'Words that mean the same, and what shoppers did not find.',
        needs: catalogue,
        words: 'synonyms spelling not found',
      },
      {
        to: '/admin/feeds',
        label: 'Feeds',
        about: 'Product lists for Google and Meta.',
        needs: catalogue,
        words: 'merchant center shopping facebook instagram catalogue ads xml channels',
      },
      {
        to: '/admin/settings/analytics',
        label: 'Analytics',
        about: 'Google Analytics and Meta Pixel.',
        needs: edit,
        words: 'tracking visitors facebook tag manager statistics ads conversion consent cookies',
      },
    ],
  },
  {
    label: 'Payment',
    pages: [
      {
        to: '/admin/settings/payment',
        label: 'Payment',
        about: 'Razorpay: keys, webhook, test mode or live.',
        needs: edit,
        words: 'upi cards netbanking wallets razorpay gateway online api payout',
      },
      {
        to: '/admin/settings/cash-on-delivery',
        label: 'Cash on delivery',
        about: 'Who can pay the courier, the fee, and the part paid in advance.',
        needs: edit,
        words: 'cod cash pod blocked buyers fraud rto advance',
      },
      {
        to: '/admin/settings/returns',
        label: 'Returns and refunds',
        about: 'Days for returns, and refunds that a second admin approves.',
        needs: edit,
        words: 'return policy exchange refund approval money back',
      },
      {
        to: '/admin/settings/tax',
        label: 'Tax and invoices',
        about: 'GSTIN, legal name, state and invoice numbers.',
        needs: edit,
        words: 'gst hsn cgst sgst igst bill tax number series place of supply',
      },
    ],
  },
  {
    label: 'Delivery',
    pages: [
      {
        to: '/admin/delivery',
        label: 'Delivery',
        about: 'Zones, charges, days, pickup, holidays and PIN codes.',
        needs: edit,
        words:
          'shipping rates postage free shipping pincode postcode zip local pickup store cut-off charges test courier live',
      },
      {
        to: '/admin/couriers',
        label: 'Couriers',
        about: 'Accounts at Shiprocket and Delhivery.',
        needs: edit,
        words:
          'shipping labels tracking awb shiprocket delhivery api token password parcel weight length width height cm g',
      },
    ],
  },
  {
    label: 'Communication',
    pages: [
      {
        to: '/admin/settings/mail',
        label: 'Mail server',
        about: 'The server that sends mails, the sender, and a test.',
        needs: edit,
        words: 'smtp email gmail zoho ses brevo spf dkim dmarc from',
      },
      {
        to: '/admin/settings/texts',
        label: 'Texts',
        about: 'MSG91 or Twilio, for codes by text.',
        needs: edit,
        words: 'sms otp dlt template msg91 twilio mobile code',
      },
      {
        to: '/admin/settings/customer-mails',
        label: 'Customer mails',
        about: 'Reminders of carts, and requests for reviews.',
        needs: edit,
        words: 'abandoned cart email ratings feedback test smtp',
      },
      {
        to: '/admin/mail',
        label: 'Sent mails',
        about: 'Every mail of the shop, with what failed.',
        needs: 'mails.manage',
        words: 'email outbox failed send again',
      },
    ],
  },
  {
    label: 'System',
    pages: [
      {
        to: '/admin/admins',
        label: 'Staff',
        about: 'Who works in the back office, passwords and second factors.',
        words: 'users team login passkey authenticator invite my account two-factor 2fa otp profile',
      },
      {
        to: '/admin/roles',
        label: 'Roles',
        about: 'What each role may do and give away.',
        needs: 'staff.manage',
        words: 'permissions access limits',
      },
      {
        to: '/admin/settings/security',
        label: 'Security',
        about: 'Whether everyone needs a second factor.',
        needs: edit,
        words: '2fa two-factor otp passkey authenticator login',
      },
      {
        to: '/admin/settings/domain',
        label: 'Domain',
        about: 'The public address of the shop, and the proxy in front of it.',
        needs: edit,
        words: 'url name website https ssl certificate dns cloudflare nginx',
      },
      {
        to: '/admin/settings/files',
        label: 'Files',
        about: 'Where pictures, documents and backups are stored.',
        needs: edit,
        words: 's3 bucket storage uploads r2 minio',
      },
      {
        to: '/admin/backups',
        label: 'Backups',
        about: 'When backups are made and where they are stored.',
        needs: edit,
        words: 'restore s3 bucket export copy download',
      },
      {
        to: '/admin/health',
        label: 'Health',
        about: 'How the server and the shop are doing.',
        needs: edit,
        words: 'status speed memory disk errors version',
      },
      {
        to: '/admin/log',
        label: 'Log',
        about: 'What admins did, and when.',
        needs: 'log.view',
        words: 'audit history changes activity who',
      },
    ],
  },
];

type May = (needed: Permission) => boolean;

/** The groups with the pages that a role may see; groups without any are left out. */
export const groupsFor = (may: May): SettingsGroup[] =>
  settingsGroups
    .map(({ label, pages }) => ({ label, pages: pages.filter(({ needs }) => !needs || may(needs)) }))
    .filter(({ pages }) => pages.length > 0);

export const settingsPages = settingsGroups.flatMap(({ pages }) => pages);
