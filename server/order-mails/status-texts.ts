/** What the mail about a status says. */
export const statusTexts = {
  shipped: {
    subject: 'has been shipped',
    heading: 'Your order is on its way',
    text: 'Your shipment is on its way.',
  },
  delivered: {
    subject: 'has been delivered',
    heading: 'Your order has arrived',
    text: 'Your shipment has been delivered.',
  },
  cancelled: {
    subject: 'has been cancelled',
    heading: 'Your order is cancelled',
    text: 'Your order has been cancelled.',
  },
};

export const pickedUp = {
  subject: 'has been picked up',
  heading: 'You have your order',
  text: 'Your order has been picked up. Thank you.',
};

export const partHeadings = {
  shipped: 'A part of your order is on its way',
  delivered: 'A part of your order has arrived',
};
