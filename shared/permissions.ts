import { z } from 'zod';

/** What a role may allow. Every call of the back office names the permission that it needs. */
export const permission = z.enum([
  'reports.view',
  'orders.view',
  'orders.fulfil',
  'orders.viewAll',
  'orders.edit',
  'orders.create',
  'orders.export',
  'customers.view',
  'customers.edit',
  'customers.erase',
  'refunds.request',
  'refunds.approve',
  'alerts.resolve',
  'catalogue.edit',
  'discounts.edit',
  'giftCards.edit',
  'pictures.upload',
  'queries.answer',
  'reviews.moderate',
  'policies.edit',
  'design.edit',
  'mails.manage',
  'settings.edit',
  'settings.money',
  'log.view',
  'staff.manage',
]);
export type Permission = z.infer<typeof permission>;

/** The words for each permission on screens and in errors: what the role may do. */
export const permissionLabels: Record<Permission, string> = {
  'reports.view': 'See sales and other figures',
  'orders.view': 'See the orders to pack, without amounts',
  'orders.fulfil': 'Pack and ship orders',
  'orders.viewAll': 'See all orders with amounts and payments',
  'orders.edit': 'Change orders, set any status, record payments, delete orders',
  'orders.create': 'Create orders for customers, with prices and discounts',
  'orders.export': 'Export orders and customers',
  'customers.view': 'See customers with their orders',
  'customers.edit': 'Add notes and tags to customers, merge them',
  'customers.erase': 'Erase customers with their accounts',
  'refunds.request': 'Refund orders',
  'refunds.approve': 'Approve refunds of other admins',
  'alerts.resolve': 'See and resolve alerts',
  'catalogue.edit': 'Edit products, categories and brands',
  'discounts.edit': 'Create and change discounts',
  'giftCards.edit': 'Create, send and disable gift cards',
  'pictures.upload': 'Upload pictures',
  'queries.answer': 'Read and answer contact queries',
  'reviews.moderate': 'Publish and answer reviews and questions',
  'policies.edit': 'Edit policies',
  'design.edit': 'Change the look of the shop',
  'mails.manage': 'See outgoing mails and send them again',
  'settings.edit': 'See and change settings',
  'settings.money': 'Change the settings of money and security',
  'log.view': 'See the log',
  'staff.manage': 'Invite admins and change roles',
};

/** The permissions without which a permission is of no use. */
const implied: Partial<Record<Permission, readonly Permission[]>> = {
  'orders.fulfil': ['orders.view'],
  'orders.viewAll': ['orders.view'],
  'orders.edit': ['orders.viewAll', 'orders.fulfil'],
  'orders.create': ['customers.view'],
  'orders.export': ['orders.viewAll'],
  'customers.view': ['orders.viewAll'],
  'customers.edit': ['customers.view'],
  'customers.erase': ['customers.view'],
  'refunds.request': ['orders.viewAll'],
  'refunds.approve': ['orders.viewAll'],
  'alerts.resolve': ['orders.viewAll'],
  'catalogue.edit': ['pictures.upload'],
  'policies.edit': ['pictures.upload'],
  'design.edit': ['pictures.upload'],
  'settings.edit': ['pictures.upload'],
  'settings.money': ['settings.edit'],
};

/** The given permissions and all that they imply, in the order of the list above. */
export function withImplied(given: readonly Permission[]): Permission[] {
  const all = new Set<Permission>();
  const add = (name: Permission) => {
    all.add(name);
    for (const impliedName of implied[name] ?? []) add(impliedName);
  };
  given.forEach(add);
  return permission.options.filter((option) => all.has(option));
}

/** The permissions with which an admin can give value away within the refund limits of the role. */
export const limitedPermissions: readonly Permission[] = [
  'orders.edit',
  'orders.create',
  'customers.edit',
  'refunds.request',
  'refunds.approve',
  'alerts.resolve',
  'catalogue.edit',
  'discounts.edit',
  'giftCards.edit',
];

/** Whether the refund limits of a role concern one with these permissions. */
export const hasRefundLimits = (permissions: Iterable<Permission>): boolean =>
  [...permissions].some((permission) => limitedPermissions.includes(permission));

const everything = permission.options;
const except = (...left: Permission[]) => everything.filter((permission) => !left.includes(permission));

/** The roles that every shop has. Their permissions can't be changed; their refund limits can. */
export const builtInRoles = {
  owner: { name: 'Owner', permissions: everything },
  manager: { name: 'Manager', permissions: except('staff.manage', 'settings.money') },
  packer: { name: 'Packer', permissions: withImplied(['orders.fulfil']) },
  catalogue: { name: 'Catalogue', permissions: withImplied(['catalogue.edit']) },
  accounts: {
    name: 'Accounts',
    permissions: withImplied([
      'reports.view',
      'orders.export',
      'refunds.request',
      'refunds.approve',
      'alerts.resolve',
    ]),
  },
  support: {
    name: 'Support',
    permissions: withImplied([
      'queries.answer',
      'reviews.moderate',
      'refunds.request',
      'orders.create',
      'customers.edit',
    ]),
  },
} satisfies Record<string, { name: string; permissions: readonly Permission[] }>;

/** Whether this is the id of a built-in role. Custom roles have a UUID. */
export const isBuiltIn = (roleId: string): roleId is keyof typeof builtInRoles =>
  Object.hasOwn(builtInRoles, roleId);
