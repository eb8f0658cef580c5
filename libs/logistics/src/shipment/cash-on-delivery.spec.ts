import { isCashOnDelivery } from './cash-on-delivery.js';

it.each(['cod', 'COD', ' Cod ', 'cash_on_delivery', 'Cash on delivery', 'cash-on-delivery', 'CASH  ON -DELIVERY'])(
  'A-290: %j is collected for the sender',
  (method) => expect(isCashOnDelivery(method)).toBe(true),
);

it.each([null, '', 'cash', 'codx', 'c o d', 'cod-', '\tcod'])('A-290: %j is not', (method) =>
  expect(isCashOnDelivery(method)).toBe(false),
);
