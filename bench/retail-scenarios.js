/** Retail: requests spread over all shops, so that no shop's rows are better cached, or waited for, than another's. */
import { http } from './request.js';
import { COMMON_WORD } from './retail-data.js';

let created = 0;

const shopOf = ({ shops }, n) => shops[n % shops.length];
/** The n-th request's i-th product of those in good supply. */
const pick = (ids, n, i = 0) => ids[(Math.floor(n / 100) * 7 + i * 61) % ids.length];

export const retailScenarios = {
  'retail-list': {
    title: 'list 20 of 2,000 products',
    connections: 32,
    warmUp: 3_000,
    aim: 0.9,
    request: (facts, n) => http('GET', '/api/v1/retail/products/?page_size=20', { tenant: shopOf(facts, n) }),
  },
  'retail-get': {
    title: 'GET one product',
    connections: 32,
    warmUp: 4_000,
    aim: 0.45,
    request: (facts, n) => {
      const shop = shopOf(facts, n);
      return http('GET', `/api/v1/retail/products/${pick(shop.products, n)}`, { tenant: shop });
    },
  },
  'retail-search': {
    title: 'search products by a word',
    connections: 32,
    warmUp: 3_000,
    aim: 0.85,
    request: (facts, n) =>
      http('GET', `/api/v1/retail/products/?page_size=20&search=${COMMON_WORD}`, { tenant: shopOf(facts, n) }),
  },
  'retail-create': {
    title: 'create a product with stock',
    connections: 32,
    warmUp: 3_000,
    aim: 0.7,
    request: (facts, n) =>
      http('POST', '/api/v1/retail/products/', {
        tenant: shopOf(facts, n),
        body: {
          sku: `NEW-${process.pid}-${(created += 1)}`,
          name: 'Kopi O Cap Gajah 500 g',
          description: 'Coffee powder roasted with sugar and margarine, ground medium',
          category: 'Beverages',
          brand: 'Cap Gajah',
          barcode: '9556000000010',
          unit: 'packet',
          current_stock: 40,
          minimum_stock: 10,
          purchase_price: 7.2,
          selling_price: 9.9,
          tax_rate: 6,
          attributes: { halal: true, origin: 'Johor' },
        },
      }),
  },
  'retail-sale': {
    title: 'sell 3 products to a customer',
    connections: 32,
    warmUp: 2_000,
    aim: 0.65,
    request: (facts, n) => {
      const shop = shopOf(facts, n);
      return http('POST', '/api/v1/retail/sales/', {
        tenant: shop,
        body: {
          customer_id: shop.customers[n % shop.customers.length],
          items: [0, 1, 2].map((i) => ({
            product_id: pick(shop.products, n, i),
            quantity: 1 + (i % 2),
            discount_rate: i * 5,
          })),
          payment_method: 'cash',
        },
      });
    },
  },
};
