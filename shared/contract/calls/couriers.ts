import { z } from 'zod';
import {
  bookableCourier,
  bookingRequest,
  courierAccountChange,
  courierRate,
  courierSettings,
  courierTest,
  eventToken,
  ratesRequest,
} from '../orders/couriers.ts';
import { adminOrder } from '../orders/orders.ts';
import { tagged } from './call.ts';

const { admin, proof } = tagged('Couriers');

export const courierCalls = {
  'GET /settings/couriers': admin(
    'settings.edit',
    'getCourierSettings',
    'Get the accounts at couriers, without their secrets',
    { reply: courierSettings },
  ),
  'PUT /settings/couriers/:provider': admin(
    'settings.edit',
    'changeCourierAccount',
    'Change the account at a courier, or switch it on or off',
    {
      stepUp: ['secret'],
      body: courierAccountChange,
      reply: courierSettings,
      errors: ['not_bookable'],
    },
  ),
  'POST /settings/couriers/:provider/test': admin(
    'settings.edit',
    'testCourierAccount',
    'Sign in at a courier with the stored account',
    { reply: courierTest, errors: ['not_bookable', 'provider_error'] },
  ),
  'POST /settings/couriers/:provider/event-token': admin(
    'settings.edit',
    'createEventToken',
    'Create the token with which a courier sends tracking events',
    { stepUp: true, reply: eventToken },
  ),
  'POST /courier/events': proof('receiveCourierEvent', 'Receive a tracking event of a courier', {
    headers: z.object({ 'x-api-key': z.string().max(200).optional() }),
    accepts: 'raw',
    reply: 'done',
    errors: ['unauthorized'],
    limit: 600,
  }),
  'GET /order/admin/couriers': admin(
    'orders.fulfil',
    'listBookableCouriers',
    'List the couriers that shipments can be booked with',
    { reply: z.array(bookableCourier) },
  ),
  'POST /order/admin/:id/shipments/:shipment/rates': admin(
    'orders.fulfil',
    'getShipmentRates',
    'Get the services of a courier for a shipment; none if it does not deliver there',
    {
      body: ratesRequest,
      reply: z.array(courierRate),
      errors: ['not_bookable', 'provider_error'],
    },
  ),
  'POST /order/admin/:id/shipments/:shipment/booking': admin(
    'orders.fulfil',
    'bookShipment',
    'Book a packed shipment with a courier',
    {
      body: bookingRequest,
      reply: adminOrder,
      status: 201,
      errors: ['already_booked', 'not_bookable', 'order_ended', 'provider_error'],
    },
  ),
  'POST /order/admin/:id/shipments/:shipment/booking/pickup': admin(
    'orders.fulfil',
    'requestPickup',
    'Request the pickup of a booked shipment',
    { reply: adminOrder, errors: ['not_bookable', 'provider_error'] },
  ),
  'POST /order/admin/:id/shipments/:shipment/booking/track': admin(
    'orders.fulfil',
    'trackShipment',
    'Ask the courier where a booked shipment is',
    { reply: adminOrder, errors: ['not_bookable', 'provider_error'] },
  ),
  'DELETE /order/admin/:id/shipments/:shipment/booking': admin(
    'orders.fulfil',
    'cancelBooking',
    'Cancel the booking of a shipment that is not picked up yet',
    { reply: adminOrder, errors: ['already_booked', 'not_bookable', 'provider_error'] },
  ),
  'GET /order/admin/:id/shipments/:shipment/booking/label': admin(
    'orders.fulfil',
    'getCourierLabel',
    'Get the shipping label of the courier',
    { reply: 'application/pdf', errors: ['not_bookable', 'provider_error'] },
  ),
};
