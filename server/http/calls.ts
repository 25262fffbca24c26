/**
 * Who may use a call. `anyone`: open to all. `signed-in`: 401 to guests. `own`: 404 to whoever is neither the owner nor
 * an admin. `admin`: 401 to guests, 403 to shoppers. `proof`: needs a signature or a one-time token of its own.
 */
export type Access = 'anyone' | 'signed-in' | 'own' | 'admin' | 'proof';

type Call = {
  access: Access;
  operationId: string;
  summary: string;
  /** The type of the reply where it is not JSON. */
  reply?: 'application/pdf' | 'text/csv' | 'message/rfc822';
  /** The fields of the multipart body that are files. */
  files?: string[];
};

const call =
  (access: Access) =>
  (operationId: string, summary: string, more: Pick<Call, 'reply' | 'files'> = {}): Call => ({
    access,
    operationId,
    summary,
    ...more,
  });
const anyone = call('anyone');
const signedIn = call('signed-in');
const own = call('own');
const admin = call('admin');
const proof = call('proof');
const pdf = { reply: 'application/pdf' } as const;
const csv = { reply: 'text/csv' } as const;
const image = { files: ['image'] };

/** Every call below /api by its tag: what the description of the API says and what the access test checks. */
export const callsByTag: Record<string, Record<string, Call>> = {
  Health: {
    'GET /health/live': anyone('getLiveness', 'Check that the process runs'),
    'GET /health/ready': anyone('getReadiness', 'Check that the database answers and is migrated'),
    'GET /openapi.json': anyone('getOpenApi', 'Get this description'),
  },
  Products: {
    'GET /products': anyone('listProducts', 'List, search and filter products'),
    'GET /products/:id': anyone('getProduct', 'Get a product by id or slug'),
    'POST /products/bulk': anyone('listProductsByIds', 'Get the products of a list of ids'),
    'POST /products': admin('createProduct', 'Create a product', { files: ['image', 'images'] }),
    'PUT /products/:id': admin('replaceProduct', 'Update a product', { files: ['image', 'images'] }),
    'PATCH /products/:id': admin('updateProduct', 'Update a product', { files: ['image', 'images'] }),
    'DELETE /products/:id': admin('deleteProduct', 'Delete a product; orders keep showing it'),
    'POST /products/:id/duplicate': admin('duplicateProduct', 'Create a draft from a product'),
    'GET /products/counts': admin('countProducts', 'Count products by status and stock'),
    'GET /products/export.csv': admin('exportProducts', 'Export the matching products', csv),
    'POST /products/batch': admin('startBatch', 'Change many products in a job'),
    'GET /products/batch': admin('listBatches', 'List your latest batch jobs'),
    'GET /products/batch/:id': admin('getBatch', 'Get the progress of a batch job'),
    'POST /products/batch/:id/undo': admin('undoBatch', 'Undo a batch job'),
    'POST /products/import/plan': admin('planImport', 'Preview the import of a CSV file', {
      files: ['file'],
    }),
    'POST /products/import/pictures': admin(
      'uploadImportPictures',
      'Upload the pictures of an import as a ZIP',
      {
        files: ['file'],
      },
    ),
    'POST /products/import': admin('startImport', 'Import products from a CSV file in a job', {
      files: ['file'],
    }),
    'GET /products/import': admin('listImports', 'List the latest imports'),
    'GET /products/import/:id': admin('getImport', 'Get the progress of an import'),
    'POST /products/import/:id/pictures': admin(
      'retryImportPictures',
      'Fetch the failed pictures of an import again',
    ),
    'GET /products/import/:id/report.csv': admin(
      'getImportReport',
      'Get what an import left open, line by line',
      csv,
    ),
    'POST /upload': admin('uploadPictures', 'Upload pictures', { files: ['image', 'images'] }),
  },
  Categories: {
    'GET /categories': anyone('listCategories', 'List categories with their subcategories'),
    'GET /categories/:id': anyone('getCategory', 'Get a category by id or slug'),
    'GET /categories/subcategory': anyone('listSubcategories', 'List all subcategories'),
    'GET /categories/subcategory/:id': anyone('getSubcategory', 'Get a subcategory'),
    'POST /categories': admin('createCategory', 'Create a category', image),
    'PUT /categories/reorder': admin('reorderCategories', 'Set the order of the categories'),
    'PUT /categories/navbar/reorder': admin(
      'reorderNavbar',
      'Set the order of the categories in the navigation',
    ),
    'PUT /categories/:id': admin('updateCategory', 'Update a category', image),
    'DELETE /categories/:id': admin('deleteCategory', 'Delete a category without products'),
    'PUT /categories/:id/navbar': admin('setCategoryInNavbar', 'Show or hide a category in the navigation'),
    'POST /categories/:id/subcategories': admin('createSubcategory', 'Create a subcategory'),
    'PUT /categories/:id/subcategories/reorder': admin(
      'reorderSubcategories',
      'Set the order of subcategories',
    ),
    'PUT /categories/:id/subcategories/:subId': admin('updateSubcategory', 'Update a subcategory'),
    'DELETE /categories/:id/subcategories/:subId': admin('deleteSubcategory', 'Delete a subcategory'),
    'PUT /categories/:id/subcategories/:subId/move': admin('moveSubcategory', 'Move a subcategory'),
  },
  'Brands and product types': {
    'GET /brands': anyone('listBrands', 'List brands'),
    'GET /brands/:id': anyone('getBrand', 'Get a brand'),
    'POST /brands': admin('createBrand', 'Create a brand', image),
    'PUT /brands/:id': admin('updateBrand', 'Update a brand', image),
    'DELETE /brands/:id': admin('deleteBrand', 'Delete a brand without products'),
    'GET /product-types': anyone('listProductTypes', 'List product types'),
    'GET /product-types/:id': anyone('getProductType', 'Get a product type'),
    'POST /product-types': admin('createProductType', 'Create a product type', image),
    'PUT /product-types/:id': admin('updateProductType', 'Update a product type', image),
    'DELETE /product-types/:id': admin('deleteProductType', 'Delete a product type without products'),
  },
  Checkout: {
    'GET /razorpay/checkout-config': anyone('getCheckoutConfig', 'Get what the payment window needs'),
    'POST /razorpay/create-order': anyone('createOrder', 'Place an order and create its payment order'),
    'POST /razorpay/verify-payment': proof('verifyPayment', 'Confirm a payment by its signature'),
    'POST /razorpay/callback': proof('returnFromPayment', 'Receive the answer of a payment page as a form'),
    'POST /razorpay/webhook': proof('receiveWebhook', 'Receive a signed event of the payment provider'),
    'POST /razorpay/orders/:id/payment': own('reopenPayment', 'Open the payment of an unpaid order again'),
    'GET /razorpay/orders/:id/status': own('getPaymentState', 'Get the state of an order’s payment'),
  },
  Orders: {
    'GET /order/:id': own('getOrder', 'Get an order'),
    'GET /razorpay/orders/:id': own('getOrderOfPayment', 'Get an order; the same as /order/{id}'),
    'GET /order/user/:id': own('listOrdersOfUser', 'List the orders of a user'),
    'POST /order/look-up': anyone('sendOrderLink', 'Send the link of an order to its email address'),
    'GET /razorpay/invoice/:id': own('getInvoice', 'Get the invoice of an order', pdf),
    'GET /razorpay/orders/:id/invoice': own('getInvoiceOfOrder', 'The same as /razorpay/invoice/{id}', pdf),
    'GET /razorpay/credit-note/:id': own('getCreditNote', 'Get a credit note of an order', pdf),
    'GET /order/admin': admin('listOrders', 'List, search and filter orders'),
    'GET /order/admin/stats': admin('getOrderStats', 'Get the figures above the list of orders'),
    'GET /order/admin/export.csv': admin('exportOrders', 'Export the matching orders', csv),
    'GET /order/admin/news': admin('waitForOrders', 'Wait for new and changed orders'),
    'GET /order/admin/:id': admin('getOrderForAdmin', 'Get an order with its ledger and timeline'),
    'DELETE /order/admin/:id': admin('hideOrder', 'Hide an order from lists and figures'),
    'POST /order/admin/:id/restore': admin('restoreOrder', 'Show a hidden order again'),
    'PUT /order/admin/:id/status': admin('setOrderStatus', 'Set the status of an order'),
    'GET /order/admin/:id/refund': admin('getRefundable', 'Get what can still be refunded of an order'),
    'POST /order/admin/:id/refund': admin('refundOrder', 'Refund an order'),
    'POST /order/admin/:id/check': admin('checkPayment', 'Ask the payment provider about an order'),
    'GET /order/admin/:id/packing-slip': admin('getPackingSlip', 'Get the packing slip of an order', pdf),
    'GET /order/admin/tests': admin('countTestOrders', 'Count the test orders'),
    'POST /order/admin/tests/remove': admin('removeTestOrders', 'Remove all test orders'),
    'GET /attention': admin('listAttention', 'List what needs attention'),
    'POST /attention/:id/resolve': admin('resolveAttention', 'Mark an entry as resolved'),
  },
  Accounts: {
    'POST /auth/login': anyone('signIn', 'Sign in'),
    'POST /auth/register': anyone('register', 'Create an account'),
    'GET /auth/check-guest': proof('checkGuest', 'Get the name and mobile behind an activation link'),
    'POST /auth/activate-account': anyone('activateAccount', 'Turn a guest purchase into an account'),
    'POST /auth/forgot-password': anyone('requestPasswordReset', 'Send a link to reset the password'),
    'PUT /auth/reset-password/:token': proof('resetPassword', 'Set a new password with the link’s token'),
    'POST /auth/logout': anyone('signOut', 'End this session'),
    'POST /auth/logout-all': signedIn('signOutEverywhere', 'End all your sessions'),
    'GET /auth/me': signedIn('getMe', 'Get your account'),
    'PUT /auth/profile': signedIn('updateProfile', 'Update your account'),
    'POST /auth/send-confirmation': signedIn(
      'sendEmailConfirmation',
      'Send a link that confirms your email address',
    ),
    'POST /auth/confirm-email': signedIn('confirmEmail', 'Confirm your email address'),
    'GET /auth/addresses': signedIn('listAddresses', 'List your saved addresses'),
    'POST /auth/addresses': signedIn('createAddress', 'Save an address'),
    'PUT /auth/addresses/:id': signedIn('updateAddress', 'Update a saved address'),
    'DELETE /auth/addresses/:id': signedIn('deleteAddress', 'Delete a saved address'),
    'GET /auth/my-data': signedIn('exportMyData', 'Get all data kept about you'),
    'DELETE /auth/account': signedIn('deleteAccount', 'Delete your account'),
  },
  Content: {
    'GET /policies': anyone('listPolicies', 'List policies'),
    'GET /policies/:idOrType': anyone('getPolicy', 'Get a policy by id or type'),
    'GET /policies/templates': admin('listPolicyTemplates', 'List the built-in templates'),
    'POST /policies': admin('savePolicy', 'Create or update the policy of a type'),
    'PATCH /policies/:idOrType/toggle': admin('togglePolicy', 'Activate or deactivate a policy'),
    'DELETE /policies/:idOrType': admin('deletePolicy', 'Delete a policy'),
    'GET /site-info': anyone('getSiteInfo', 'Get the public site information'),
    'GET /site-info/admin': admin('getSettings', 'Get the site information and settings'),
    'PUT /site-info/admin': admin('updateSettings', 'Update the site information and settings'),
    'POST /site-info/upload-images': admin('uploadSiteImages', 'Upload the pictures of the about page', {
      files: ['companyImage', 'teamImages'],
    }),
    'POST /contact': anyone('sendContactQuery', 'Send a message to the shop'),
    'GET /contact': admin('listContactQueries', 'List contact queries'),
    'GET /contact/unread': admin('countUnreadQueries', 'Count unread contact queries'),
    'PATCH /contact/:id': admin('updateContactQuery', 'Mark a contact query as read or done'),
    'POST /contact/:id/reply': admin('replyToContactQuery', 'Reply to a contact query by email'),
    'DELETE /contact/:id': admin('deleteContactQuery', 'Delete a contact query'),
  },
  'Back office': {
    'GET /demo': admin('listDemoContent', 'List what is still demo content'),
    'POST /demo/remove': admin('removeDemoContent', 'Remove all demo content'),
    'GET /auth/admin/stats': admin('getDashboard', 'Get the figures of the dashboard'),
    'GET /auth/admin/admins': admin('listAdmins', 'List admins'),
    'POST /auth/admin/admins': admin('createAdmin', 'Add an admin'),
    'DELETE /auth/admin/admins/:id': admin('deleteAdmin', 'Remove an admin'),
    'GET /auth/admin/sessions': admin('listSessions', 'List your sessions'),
    'DELETE /auth/admin/sessions': admin('endOtherSessions', 'End your other sessions'),
    'DELETE /auth/admin/sessions/:id': admin('endSession', 'End one of your sessions'),
    'GET /admin/log': admin('listLog', 'List what admins did'),
    'GET /mails': admin('listMails', 'List outgoing mails'),
    'GET /mails/summary': admin('getMailSummary', 'Count mails by state'),
    'GET /mails/:id': admin('getMail', 'Get a mail'),
    'GET /mails/:id/file': admin('getMailFile', 'Get a mail as a file', { reply: 'message/rfc822' }),
    'POST /mails/:id/resend': admin('resendMail', 'Send a mail again'),
    'POST /mails/resend-failed': admin('resendFailedMails', 'Send all failed mails again'),
    'POST /settings/test-mail': admin('sendTestMail', 'Send a test mail to yourself'),
  },
};

/** Every call with its tag, by `METHOD /path` below /api. */
export const calls = new Map(
  Object.entries(callsByTag).flatMap(([tag, entries]) =>
    Object.entries(entries).map(([route, entry]) => [route, { ...entry, tag }] as const),
  ),
);
